/** A hashing thread: reads one file at a time, the next block while the one before is digested. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Fingerprint, sameFingerprint } from '../../model/entry.ts';
import { numbersOf, toLocalStat } from '../node-file-system/local-stat.ts';
import { refusal, toFileSystemError } from '../node-file-system/system-error.ts';
import type { HashAnswer, HashOrder, HashStart } from './hash-messages.ts';

const ACTION = 'read the file';
const BLOCK_BYTES = 1024 * 1024;

const { birthTimes } = workerData as HashStart;
const blocks = [Buffer.allocUnsafeSlow(BLOCK_BYTES), Buffer.allocUnsafeSlow(BLOCK_BYTES)] as const;
let stop = new AbortController();

parentPort?.on('message', (order: HashOrder) => {
  if (order.kind === 'stop') stop.abort();
  else void hash(order.path, order.expect).then((answer) => parentPort?.postMessage(answer));
});

async function hash(path: string, expect: Fingerprint): Promise<HashAnswer> {
  stop = new AbortController();
  try {
    // Without O_NONBLOCK a named pipe that took the file's place would hold the thread for ever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      await assertExpected(handle, path, expect);
      const content = await digest(handle, stop.signal);
      if (content === null) return { kind: 'stopped' };
      await assertExpected(handle, path, expect);
      if (content.sizeBytes !== expect.sizeBytes) throw refusal('changed', ACTION, path);
      return { kind: 'done', ...content };
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    const { code, message } = toFileSystemError(thrown, ACTION, path);
    return { kind: 'failed', code, message };
  }
}

async function assertExpected(handle: FileHandle, path: string, expect: Fingerprint): Promise<void> {
  const stats = await handle.stat({ bigint: true });
  const { fingerprint } = toLocalStat(numbersOf(stats, birthTimes));
  if (!stats.isFile() || !sameFingerprint(fingerprint, expect)) throw refusal('changed', ACTION, path);
}

async function digest(handle: FileHandle, signal: AbortSignal): Promise<{ sha1: string; sizeBytes: number } | null> {
  const sha1 = createHash('sha1');
  let sizeBytes = 0;
  let filling = handle.read(blocks[0], 0, BLOCK_BYTES, 0);
  for (let turn = 0; ; turn = 1 - turn) {
    const { bytesRead, buffer } = await filling;
    if (signal.aborted) return null;
    if (bytesRead === 0) return { sha1: sha1.digest('hex'), sizeBytes };
    sizeBytes += bytesRead;
    filling = handle.read(turn === 0 ? blocks[1] : blocks[0], 0, BLOCK_BYTES, sizeBytes);
    sha1.update(buffer.subarray(0, bytesRead));
  }
}
