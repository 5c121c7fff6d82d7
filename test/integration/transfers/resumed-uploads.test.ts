import { open, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ItemId, sha1 } from '../../../main/engine/model/ids.ts';
import type { FileSystem } from '../../../main/engine/ports/file-system.ts';
import { RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { made } from '../../support/engine/remote-steps.ts';
import { openTransferBench, type TransferBench } from '../../support/engine/transfer-bench.ts';

const MIB = 1024 * 1024;
const LARGE = 24 * MIB + 5;
const PARTS = 4;
/** In seconds: a time that can be set again to the same value. */
const SAVED_AT = 1_700_000_000;
const isPart = (request: { method: string }) => request.method === 'PUT';

let bench: TransferBench;
beforeEach(async () => {
  bench = await openTransferBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

const sentParts = () => bench.proxy.seen.filter(isPart).length;
const onService = () => bench.service.other.list(bench.service.folder);

describe('going on after a restart', () => {
  const interrupt = async (name: string, isSettled = () => false) => {
    const { request: fresh, content } = await bench.newUpload(name, LARGE);
    const path = join(bench.folder, name);
    await utimes(path, SAVED_AT, SAVED_AT);
    const saved = await bench.fileSystem.stat(path);
    if (!saved) throw new Error(`nothing at ${path}`);
    const request = { ...fresh, source: { kind: 'file' as const, path, expect: saved.fingerprint } };
    const controller = new AbortController();
    let release = () => {};
    const until = new Promise<void>((resolve) => (release = resolve));
    bench.proxy.break({ method: 'PUT', after: 2, times: 2, fault: { kind: 'hold', until } });
    const running = bench.transfers.upload({ ...request, signal: controller.signal, isSettled });
    await expect.poll(sentParts).toBe(PARTS);
    const parts = { done: 2, total: PARTS, parallel: Math.min(4, PARTS) };
    await expect.poll(() => bench.transfers.list()[0]?.parts).toEqual(parts);
    controller.abort();
    release();
    expect(await running).toEqual({ ok: false, reason: 'cancelled' });
    return { request, content, before: sentParts() };
  };

  test('[E110] only the parts that the service does not hold are sent', async () => {
    const { request, content, before } = await interrupt('resumed.bin');
    const transfers = bench.restart();
    expect(await transfers.upload(request)).toMatchObject({ ok: true, entry: { content } });
    expect(transfers.flow().movedBytes).toBeLessThanOrEqual(16 * MIB);
    expect(sentParts() - before).toBeLessThanOrEqual(2);
    expect(await onService()).toHaveLength(1);
  });

  test('[E98] a session that goes while it is asked for its parts gets no part more', async () => {
    const { request, content, before } = await interrupt('expired.bin');
    const sessionId = bench.store.transfers.upload(request.key ?? '')?.sessionId ?? '';
    const answered = bench.proxy.seen.length;
    const gone = { kind: 'answer' as const, status: 404, headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ type: 'error', status: 404, code: 'not_found', message: 'gone' });
    bench.proxy.break({ method: 'GET', path: /upload_sessions\/[^/]+\/parts/, fault: { ...gone, body } });
    expect(await bench.restart().upload(request)).toMatchObject({ ok: true, entry: { content } });
    const since = bench.proxy.seen.slice(answered).filter(isPart);
    expect(since.filter(({ path }) => path.includes(sessionId))).toEqual([]);
    expect(sentParts() - before).toBe(PARTS);
    expect(await onService()).toHaveLength(1);
  });

  test('[E1] a file that changed since is uploaded from the start', async () => {
    const { request } = await interrupt('changed.bin');
    const sessionId = bench.store.transfers.upload(request.key ?? '')?.sessionId ?? '';
    const { request: fresh, content } = await bench.newUpload('changed.bin', LARGE);
    expect(await bench.restart().upload(fresh)).toMatchObject({ ok: true, entry: { content } });
    expect(await bench.service.remote.session(sessionId)).toBeNull();
  });

  test.each([
    ['name', (parentId: ItemId) => ({ kind: 'new' as const, parentId, name: 'renamed.bin' })],
    ['folder', (_: ItemId, parentId: ItemId) => ({ kind: 'new' as const, parentId, name: 'was.bin' })],
  ])('[P85] a file that gets another %s since is uploaded from the start, to there', async (_, to) => {
    const { request, content } = await interrupt('was.bin');
    const sessionId = bench.store.transfers.upload(request.key ?? '')?.sessionId ?? '';
    const other = made(await bench.service.other.createFolder(bench.service.folder, 'other')).id;
    const destination = to(bench.service.folder, other);
    const { parentId, name } = destination;
    const outcome = await bench.restart().upload({ ...request, destination });
    expect(outcome).toMatchObject({ ok: true, entry: { content, name, parentId } });
    expect(await bench.service.remote.session(sessionId)).toBeNull();
  });

  test('[P85] is not wanted for a file that left meanwhile: its session is given up', async () => {
    let sessionId = '';
    const { request } = await interrupt('left.bin', () => {
      sessionId = bench.store.transfers.upload('1/left.bin')?.sessionId ?? sessionId;
      return true;
    });
    expect(bench.store.transfers.upload(request.key ?? '')).toBeNull();
    expect(sessionId).not.toBe('');
    expect(await bench.service.remote.session(sessionId)).toBeNull();
  });

  test('[P85] [E98] aborted once abandoned: the session ends, and a later upload starts from scratch', async () => {
    const { request, content } = await interrupt('given-up.bin');
    const key = request.key ?? '';
    const sessionId = bench.store.transfers.upload(key)?.sessionId ?? '';
    const transfers = bench.restart();
    transfers.giveUp(key);
    expect(bench.store.transfers.upload(key)).toBeNull();
    await expect.poll(() => bench.service.remote.session(sessionId)).toBeNull();
    const asked = bench.proxy.seen.length;
    transfers.giveUp(key);
    expect(bench.proxy.seen).toHaveLength(asked);
    expect(await transfers.upload(request)).toMatchObject({ ok: true, entry: { content } });
  });

  test('[P85] aborted while the service is unreachable: that fails nothing, and closing waits for no answer', async () => {
    const { request } = await interrupt('out-of-reach.bin');
    const until = new Promise<void>(() => undefined);
    bench.proxy.break({ method: 'DELETE', times: 100, fault: { kind: 'hold', until } });
    const transfers = bench.restart();
    transfers.giveUp(request.key ?? '');
    await transfers.close();
    expect(bench.store.transfers.upload(request.key ?? '')).toBeNull();
  });

  test('[E98] an earlier session that can be neither used nor aborted does not stop the upload', async () => {
    const { request, content } = await interrupt('faulty.bin');
    const transfers = bench.restart({}, bench.fileSystem, {
      session: async (id) => ({ id, partSizeBytes: 1, totalParts: LARGE }),
      abort: async () => {
        throw new RemoteError('unavailable', 'no abort today');
      },
    });
    expect(await transfers.upload(request)).toMatchObject({ ok: true, entry: { content } });
  });

  test('[E98] a session that is gone since is replaced', async () => {
    const { request, content } = await interrupt('gone.bin');
    await bench.service.remote.abort(bench.store.transfers.upload(request.key ?? '')?.sessionId ?? '');
    expect(await bench.restart().upload(request)).toMatchObject({ ok: true, entry: { content } });
  });

  describe('reads the parts that the service holds beside sending the others', () => {
    const PART = 8 * MIB;

    /** Continues after a break. `onPart` is called with each part, before it is sent. */
    const resume = (partsInFlight: number, onPart: (offset: number) => Promise<void> | void = () => undefined) => {
      let read = 0;
      const fileSystem: FileSystem = {
        ...bench.fileSystem,
        openRead: async (path) => {
          const file = await bench.fileSystem.openRead(path);
          return {
            stat: () => file.stat(),
            close: () => file.close(),
            read: async (target, offset) => {
              const bytes = await file.read(target, offset);
              read += bytes;
              return bytes;
            },
          };
        },
      };
      const readBefore: number[] = [];
      const transfers = bench.restart({ partsInFlight }, fileSystem, {
        uploadPart: async (id, part, signal) => {
          readBefore.push(read);
          await onPart(part.offset);
          return bench.remote.uploadPart(id, part, signal);
        },
      });
      return { transfers, readBefore, read: () => read };
    };

    test.each([1, 4])(
      '[E110] the first one leaves after one part was read, with %s in flight',
      async (partsInFlight) => {
        const { request, content } = await interrupt('flapping.bin');
        const { transfers, readBefore, read } = resume(partsInFlight);
        expect(await transfers.upload(request)).toMatchObject({ ok: true, entry: { content } });
        expect(readBefore[0]).toBeLessThanOrEqual(PART);
        // The parts that were sent first are read once more, for the hash of the whole.
        expect(read()).toBeLessThanOrEqual(2 * LARGE);
      },
    );

    test('[E1] a file that changes behind its size and time after a part was sent is not committed', async () => {
      const { request } = await interrupt('tricky.bin');
      const path = join(bench.folder, 'tricky.bin');
      const { transfers } = resume(1, async (offset) => {
        const file = await open(path, 'r+');
        await file.write('changed', offset);
        await file.close();
        await utimes(path, SAVED_AT, SAVED_AT);
      });
      expect(await transfers.upload(request)).toEqual({ ok: false, reason: 'source_changed' });
      expect(await onService()).toEqual([]);
    });

    test('a part that the service holds with other bytes is found, and the file is sent again', async () => {
      const { request, content } = await interrupt('spoiled.bin');
      const transfers = bench.restart({}, bench.fileSystem, {
        parts: async (id, signal) => {
          const listed = await bench.remote.parts(id, signal);
          return listed?.map((part) => ({ ...part, sha1: sha1('a'.repeat(40)) })) ?? null;
        },
      });
      expect(await transfers.upload(request)).toMatchObject({ ok: true, entry: { content } });
      expect(await onService()).toHaveLength(1);
    });
  });
});
