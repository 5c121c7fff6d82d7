import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WatchListener } from '../../../../../main/engine/ports/watcher.ts';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { createWake } from '../../../../../main/engine/root/schedule/wake.ts';
import { createFolderSight } from '../../../../../main/engine/root/state/folder-sight.ts';
import { keepWatching, tryWatch } from '../../../../../main/engine/root/watching.ts';

const TROUBLE = { why: 'too_many_folders', path: '/root', errno: 'ENOSPC' } as const;

/** The listeners of all watches so far, the open ones, and those who wait for a time to pass. */
let listeners: WatchListener[];
let open: Set<WatchListener>;
let sleepers: Map<() => void, number>;
let scans: number;
let stop: AbortController;
let context: RootContext;
let onWatch: (listener: WatchListener) => Promise<void>;
let watching: Promise<void>;

const clock = {
  nowMs: () => 0,
  sleep: (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const end = (): void => {
        sleepers.delete(end);
        resolve();
      };
      if (signal.aborted) return resolve();
      sleepers.set(end, ms);
      signal.addEventListener('abort', end, { once: true });
    }),
};

const watcher = {
  watch: async (_root: string, listener: WatchListener) => {
    listeners.push(listener);
    open.add(listener);
    await onWatch(listener);
    return { close: async () => void open.delete(listener), check: async () => undefined };
  },
};

beforeEach(() => {
  [listeners, open, sleepers, scans, stop] = [[], new Set(), new Map(), 0, new AbortController()];
  onWatch = async () => undefined;
  const rewatch = createWake(clock as never);
  context = {
    parts: {
      watcher,
      clock,
      log: { warn: () => undefined },
      settings: { scanEveryMs: 900_000, ownPlaces: [] },
      fileSystem: {},
    },
    record: { id: 1, localPath: '/root' },
    hints: { addAll: () => void (scans += 1) },
    wake: { ring: () => undefined },
    notify: () => undefined,
    folder: createFolderSight(rewatch.ring),
    rewatch,
  } as unknown as RootContext;
});
afterEach(async () => {
  stop.abort();
  await watching;
  expect([open.size, sleepers.size]).toEqual([0, 0]);
});

const start = async (): Promise<void> => {
  watching = keepWatching(context, stop.signal, await tryWatch(context, stop.signal));
};
const watched = (count: number) =>
  vi.waitUntil(() => listeners.length === count && open.size === 1 && sleepers.size > 0);
/** Those who wait at most an hour: not for the next renewal, whenever that is asked for. */
const waiting = (): (() => void)[] => [...sleepers].flatMap(([end, ms]) => (ms <= 3_600_000 ? [end] : []));
const passTime = (): void => {
  for (const end of waiting()) end();
};

test('[E118] a root that comes and goes does not multiply the times at which a watch that misses changes is tried again', async () => {
  onWatch = async ({ blind }) => blind(TROUBLE);
  await start();
  for (const count of [2, 3, 4, 5]) {
    context.folder.renewWatch();
    await watched(count);
  }
  expect(waiting()).toHaveLength(1);
  passTime();
  await watched(6);
});

test('[E118] after a loss of events everything is scanned at once, and again with a new watch, for folders whose creation was lost', async () => {
  await start();
  listeners[0]?.renew('lost');
  expect([scans, listeners.length, waiting().length]).toEqual([1, 1, 1]);
  passTime();
  await watched(2);
  await vi.waitUntil(() => scans === 2);
  expect(open).toEqual(new Set([listeners[1]]));
});

test('[E118] while events are lost again and again, the watch is renewed now and then only', async () => {
  onWatch = async ({ renew }) => renew('lost while the watch is made');
  await start();
  for (const count of [1, 2, 3]) {
    await watched(count);
    for (let times = 0; times < 20; times++) listeners[count - 1]?.renew('lost');
    await vi.waitUntil(() => scans === 2 * count - 1);
    expect(waiting()).toHaveLength(1);
    passTime();
  }
  await watched(4);
});

test('[E118] a renewal that is wanted while a watch is being made is not forgotten', async () => {
  const making = Promise.withResolvers<void>();
  await start();
  onWatch = () => making.promise;
  context.folder.renewWatch();
  await vi.waitUntil(() => listeners.length === 2);
  onWatch = async () => undefined;
  context.folder.renewWatch();
  making.resolve();
  await watched(3);
  expect(open).toEqual(new Set([listeners[2]]));
});

test('[E67] a folder that is lost while its watch is being made is watched once it is back', async () => {
  const making = Promise.withResolvers<void>();
  await start();
  context.folder.noteLook('present', null, 0);
  onWatch = () => making.promise;
  context.folder.renewWatch();
  await vi.waitUntil(() => listeners.length === 2);
  context.folder.noteLook('missing', null, 0);
  making.resolve();
  await vi.waitUntil(() => open.size === 0);
  onWatch = async () => undefined;
  context.folder.noteLook('present', null, 0);
  await watched(3);
});
