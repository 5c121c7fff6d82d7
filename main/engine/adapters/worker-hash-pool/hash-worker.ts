/**
 * A hashing thread: reads one file at a time. Of a large one the next block is read while the one before is digested; small ones
 * are read at once, since going to another thread for each call costs more than the call.
 */
import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Fingerprint, sameFingerprint } from '../../model/entry.ts';
import { numbersOf, toLocalStat } from '../node-file-system/local-stat.ts';
import { refusal, toFileSystemError } from '../node-file-system/system-error.ts';
import {
  type FileToHash,
  type HashAnswer,
  type HashAnswers,
  type HashOrder,
  type HashStart,
  SMALL_FILE_BYTES,
} from './hash-messages.ts';

const ACTION = 'read the file';
const BLOCK_BYTES = 1024 * 1024;
// Without O_NONBLOCK a named pipe that took the file's place would hold the thread for ever.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const { birthTimes } = workerData as HashStart;
const blocks = [Buffer.allocUnsafeSlow(BLOCK_BYTES), Buffer.allocUnsafeSlow(BLOCK_BYTES)] as const;
let stop = new AbortController();

parentPort?.on('message', (order: HashOrder) => {
  if (order.kind === 'stop') stop.abort();
  else void hashAll(order.files).then((answers) => parentPort?.postMessage(answers));
});

async function hashAll(files: readonly FileToHash[]): Promise<HashAnswers> {
  const answers: HashAnswer[] = [];
  for (const { path, expect } of files) {
    answers.push(expect.sizeBytes <= SMALL_FILE_BYTES ? hashSmall(path, expect) : await hash(path, expect));
  }
  return answers;
}

function hashSmall(path: string, expect: Fingerprint): HashAnswer {
  try {
    const file = openSync(path, FLAGS);
    try {
      requireExpected(fstatSync(file, { bigint: true }), path, expect);
      const sha1 = createHash('sha1');
      let sizeBytes = 0;
      for (;;) {
        const bytesRead = readSync(file, blocks[0], 0, BLOCK_BYTES, sizeBytes);
        if (bytesRead === 0) break;
        sizeBytes += bytesRead;
        // It grows while it is read: there is no end to wait for.
        if (sizeBytes > expect.sizeBytes) throw refusal('changed', ACTION, path);
        sha1.update(blocks[0].subarray(0, bytesRead));
      }
      requireExpected(fstatSync(file, { bigint: true }), path, expect);
      if (sizeBytes !== expect.sizeBytes) throw refusal('changed', ACTION, path);
      return { kind: 'done', sha1: sha1.digest('hex'), sizeBytes };
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    return failed(thrown, path);
  }
}

async function hash(path: string, expect: Fingerprint): Promise<HashAnswer> {
  stop = new AbortController();
  try {
    const handle = await open(path, FLAGS);
    try {
      requireExpected(await handle.stat({ bigint: true }), path, expect);
      const content = await digest(handle, stop.signal);
      if (content === null) return { kind: 'stopped' };
      requireExpected(await handle.stat({ bigint: true }), path, expect);
      if (content.sizeBytes !== expect.sizeBytes) throw refusal('changed', ACTION, path);
      return { kind: 'done', ...content };
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return failed(thrown, path);
  }
}

function failed(thrown: unknown, path: string): HashAnswer {
  const { code, message } = toFileSystemError(thrown, ACTION, path);
  return { kind: 'failed', code, message };
}

function requireExpected(stats: BigIntStats, path: string, expect: Fingerprint): void {
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
