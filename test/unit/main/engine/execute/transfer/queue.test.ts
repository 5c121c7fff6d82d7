import { expect, test } from 'vitest';
import { createTransfers } from '../../../../../../main/engine/execute/transfer/queue.ts';
import type { UploadRequest } from '../../../../../../main/engine/execute/transfer/transfer.ts';
import type { Fingerprint } from '../../../../../../main/engine/model/entry.ts';
import { fileIdentity, itemId } from '../../../../../../main/engine/model/ids.ts';
import type { FileReader, FileSystem } from '../../../../../../main/engine/ports/file-system.ts';
import { type Remote, RemoteError } from '../../../../../../main/engine/ports/remote/remote.ts';
import type { Changed } from '../../../../../../main/engine/ports/remote/remote-refusal.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';

const LARGE = 1000;
const fingerprint = (sizeBytes: number): Fingerprint => ({
  identity: fileIdentity('1:1'),
  sizeBytes,
  mtimeNs: '1',
  ctimeNs: '1',
});

/** Files of zeros, whose length is their path; the service holds each upload until the test releases it. */
function openQueue(
  settings: { smallUploadsAtOnce?: number; largeAtOnce?: number; smallMemoryBytes?: number } = {},
  sessions = new Map<string, string>(),
) {
  const arrived: string[] = [];
  const aborted: string[] = [];
  const held = new Map<string, (answer: Changed | Error) => void>();
  const hold = (name: string) =>
    new Promise<Changed>((resolve, reject) => {
      arrived.push(name);
      held.set(name, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  const reader = (sizeBytes: number): FileReader => ({
    stat: async () => ({ kind: 'file', links: 1, fingerprint: fingerprint(sizeBytes) }),
    read: async (target, offset) => Math.max(0, Math.min(target.length, sizeBytes - offset)),
    close: async () => undefined,
  });
  const fileSystem = { openRead: async (path: string) => reader(Number(path)) };
  const remote: Pick<Remote, 'upload' | 'createSession' | 'abort'> = {
    upload: (destination) => hold(destination.name),
    createSession: async (destination) => {
      const answer = await hold(destination.name);
      if (answer.ok) throw new Error('a session is refused in these tests');
      return answer;
    },
    abort: async (id) => void aborted.push(id),
  };
  const time = createVirtualTime();
  const transfers = createTransfers({
    ...time,
    // These tests need no more of either port.
    fileSystem: fileSystem as unknown as FileSystem,
    remote: remote as unknown as Remote,
    records: {
      upload: (key) => {
        const sessionId = sessions.get(key);
        const destination = { kind: 'new' as const, parentId: itemId('0'), name: key };
        return sessionId === undefined ? null : { key, sessionId, destination, fingerprint: fingerprint(LARGE) };
      },
      saveUpload: () => undefined,
      forgetUpload: (key) => void sessions.delete(key),
      saveSent: () => undefined,
      forgetSent: () => undefined,
      download: () => null,
      saveDownload: () => undefined,
      forgetDownload: () => undefined,
      forgetStaged: () => undefined,
      stagingNames: () => [],
    },
    settings: { sessionFromBytes: LARGE, ...settings },
  });
  const request = (name: string, sizeBytes: number, signal?: AbortSignal): UploadRequest => ({
    source: { kind: 'file', path: String(sizeBytes), expect: fingerprint(sizeBytes) },
    destination: { kind: 'new', parentId: itemId('0'), name },
    contentModifiedAtMs: null,
    label: name,
    key: name,
    ...(signal && { signal }),
  });
  const gone: Changed = { ok: false, reason: 'gone' };
  return {
    transfers,
    clock: time.clock,
    request,
    arrived,
    aborted,
    gone,
    release: (name: string, answer: Changed | Error) => held.get(name)?.(answer),
  };
}

test('[I11] a huge file starves no small one: each has its lane', async () => {
  const { transfers, request, arrived, release, gone } = openQueue({ smallUploadsAtOnce: 1, largeAtOnce: 1 });
  const huge = [transfers.upload(request('huge 1', LARGE)), transfers.upload(request('huge 2', LARGE))];
  const small = [transfers.upload(request('small 1', 10)), transfers.upload(request('small 2', 10))];
  await expect.poll(() => arrived.toSorted()).toEqual(['huge 1', 'small 1']);
  release('small 1', gone);
  expect(await small[0]).toEqual(gone);
  await expect.poll(() => arrived).toContain('small 2');
  expect(arrived).not.toContain('huge 2');
  release('small 2', gone);
  release('huge 1', gone);
  await expect.poll(() => arrived).toContain('huge 2');
  release('huge 2', gone);
  expect(await Promise.all([...huge, ...small])).toEqual([gone, gone, gone, gone]);
  expect(transfers.list()).toEqual([]);
});

test('[I11] one that fails blocks no other', async () => {
  const { transfers, request, arrived, release, gone } = openQueue({ smallUploadsAtOnce: 1 });
  const bad = transfers.upload(request('bad', 10));
  const good = transfers.upload(request('good', 10));
  await expect.poll(() => arrived).toEqual(['bad']);
  release('bad', new RemoteError('signed_out', 'signed out'));
  await expect(bad).rejects.toMatchObject({ code: 'signed_out' });
  await expect.poll(() => arrived).toEqual(['bad', 'good']);
  release('good', gone);
  expect(await good).toEqual(gone);
});

test('waiting and running transfers are listed, oldest first, with their bytes', async () => {
  const { transfers, request, arrived, release, gone } = openQueue({ smallUploadsAtOnce: 1 });
  let told = 0;
  const unsubscribe = transfers.subscribe(() => (told += 1));
  const first = transfers.upload(request('first', 10));
  const second = transfers.upload(request('second', 20));
  await expect.poll(() => arrived).toEqual(['first']);
  expect(transfers.list()).toMatchObject([
    { label: 'first', key: 'first', direction: 'up', state: 'active', bytesDone: 0, bytesTotal: 10 },
    { label: 'second', state: 'queued', bytesTotal: 20, bytesPerSecond: 0, secondsLeft: null },
  ]);
  expect(told).toBeGreaterThan(1);
  unsubscribe();
  const before = told;
  release('first', gone);
  await first;
  await expect.poll(() => arrived).toContain('second');
  release('second', gone);
  await second;
  expect(told).toBe(before);
});

test('one in line that is cancelled leaves at once, and never starts', async () => {
  const { transfers, request, arrived, release, gone } = openQueue({ smallUploadsAtOnce: 1 });
  const first = transfers.upload(request('first', 10));
  await expect.poll(() => arrived).toEqual(['first']);
  const controller = new AbortController();
  const second = transfers.upload(request('second', 10, controller.signal));
  const third = transfers.upload(request('third', 10));
  controller.abort();
  expect(await second).toEqual({ ok: false, reason: 'cancelled' });
  const [, waiting] = transfers.list();
  expect(waiting?.label).toBe('third');
  expect(transfers.cancel(waiting?.id ?? '')).toBe(true);
  expect(await third).toEqual({ ok: false, reason: 'cancelled' });
  expect(transfers.cancel('no such transfer')).toBe(false);
  release('first', gone);
  await first;
  expect(arrived).toEqual(['first']);
  // Their turns have come and gone: the lane is free, and what follows starts.
  const fourth = transfers.upload(request('fourth', 10));
  await expect.poll(() => arrived).toEqual(['first', 'fourth']);
  release('fourth', gone);
  await fourth;
});

test('while paused, nothing starts, and resuming starts the waiting transfers', async () => {
  const { transfers, request, arrived, release, gone } = openQueue();
  transfers.pause(null);
  expect(transfers.isPaused).toBe(true);
  const waiting = transfers.upload(request('later', 10));
  expect(transfers.list()).toMatchObject([{ label: 'later', state: 'paused' }]);
  transfers.resume();
  await expect.poll(() => arrived).toEqual(['later']);
  release('later', gone);
  expect(await waiting).toEqual(gone);
});

test('a pause with an end ends by itself, unless a later one replaced it', async () => {
  const { transfers, request, arrived, release, gone, clock } = openQueue();
  transfers.pause(clock.nowMs() + 60_000);
  const waiting = transfers.upload(request('later', 10));
  await expect.poll(() => arrived).toEqual(['later']);
  release('later', gone);
  expect(await waiting).toEqual(gone);
  transfers.pause(clock.nowMs() + 60_000);
  transfers.pause(null);
  for (let turn = 0; turn < 20; turn += 1) await clock.sleep(60_000);
  expect(transfers.isPaused).toBe(true);
});

test('closing cancels all, the paused ones too', async () => {
  const { transfers, request, release, arrived, gone } = openQueue({ smallUploadsAtOnce: 1 });
  const running = transfers.upload(request('running', 10));
  const inLine = transfers.upload(request('in line', 10));
  await expect.poll(() => arrived).toEqual(['running']);
  transfers.pause(null);
  const closed = transfers.close();
  expect(await inLine).toEqual({ ok: false, reason: 'cancelled' });
  release('running', gone);
  await closed;
  expect(await running).toEqual(gone);
  expect(transfers.list()).toEqual([]);
});

test('the memory of a file that was sent or refused is there for the next one', async () => {
  const { transfers, request, arrived, release, gone } = openQueue({ smallMemoryBytes: 10 });
  for (const [name, answer] of [
    ['refused', gone],
    ['failed', new RemoteError('signed_out', 'signed out')],
    ['last', gone],
  ] as const) {
    const sending = transfers.upload(request(name, 10)).catch(() => undefined);
    await expect.poll(() => arrived).toContain(name);
    release(name, answer);
    await sending;
  }
});

test('[E98] an upload that is given up ends its session once, and is forgotten', async () => {
  const sessions = new Map([['1/7', 'session']]);
  const { transfers, aborted } = openQueue({}, sessions);
  transfers.giveUp('1/7');
  transfers.giveUp('1/7');
  transfers.giveUp('1/8');
  await transfers.close();
  expect([aborted, sessions.size]).toEqual([['session'], 0]);
});

test('[E1] a file of another size than announced is not sent', async () => {
  const { transfers, request, arrived } = openQueue();
  const odd = { ...request('odd', 10), source: { kind: 'file' as const, path: '11', expect: fingerprint(10) } };
  expect(await transfers.upload(odd)).toEqual({ ok: false, reason: 'source_changed' });
  expect(arrived).toEqual([]);
});
