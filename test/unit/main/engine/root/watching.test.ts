import { expect, test, vi } from 'vitest';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { keepWatching, tryWatch } from '../../../../../main/engine/root/watching.ts';

test('[E118] a root that comes and goes does not multiply the times at which a watch that misses changes is tried again', async () => {
  const stop = new AbortController();
  const sleepers = new Set<() => void>();
  let watches = 0;
  let renew: (() => void) | null = null;
  const context = {
    parts: {
      watcher: {
        watch: async (root: string, { blind }: { blind: (trouble: object) => void }) => {
          watches += 1;
          blind({ why: 'too_many_folders', path: root, errno: 'ENOSPC' });
          return { close: async () => undefined };
        },
      },
      clock: {
        sleep: (_ms: number, signal: AbortSignal) =>
          new Promise<void>((resolve) => {
            const end = (): void => {
              sleepers.delete(end);
              resolve();
            };
            sleepers.add(end);
            signal.addEventListener('abort', end, { once: true });
          }),
      },
      log: { warn: () => undefined },
      settings: { scanEveryMs: 1 },
    },
    record: { id: 1, localPath: '/root' },
    hints: { addAll: () => undefined },
    wake: { ring: () => undefined },
    notify: () => undefined,
    folder: {
      isLost: false,
      onPresence: (call: (() => void) | null) => {
        renew = call;
      },
      watchAnew: () => renew?.(),
    },
  } as unknown as RootContext;
  const watching = keepWatching(context, stop.signal, await tryWatch(context, stop.signal));
  for (const count of [2, 3, 4, 5]) {
    context.folder.watchAnew();
    await vi.waitUntil(() => watches === count && renew !== null);
  }
  expect(sleepers.size).toBe(1);
  for (const end of sleepers) end();
  await vi.waitUntil(() => watches === 6 && renew !== null);
  stop.abort();
  await watching;
  expect([watches, sleepers.size]).toEqual([6, 0]);
});
