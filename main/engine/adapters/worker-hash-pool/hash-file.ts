import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { closeSync, constants, fstatSync, open, openSync, readSync } from '../../../disk/disk.ts';
import { type Fingerprint, sameFingerprint } from '../../model/entry.ts';
import {
  type Computer,
  type Numbering,
  numberingAt,
  numberingNow,
  numbersOf,
  toLocalStat,
} from '../node-file-system/local-stat.ts';
import { refusal, toFileSystemError } from '../node-file-system/system-error.ts';
import type { FileToHash, HashAnswer } from './hash-messages.ts';

const ACTION = 'read the file';
// Without O_NONBLOCK, a named pipe that replaced the file would block the thread forever.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Two buffers of equal size, filled in turn. */
export type Blocks = readonly [Buffer, Buffer];

/** Reads synchronously: for small files on a dedicated thread, where an async hop per call costs more. */
export function hashAtOnce({ path, expect }: FileToHash, computer: Computer, [block]: Blocks): HashAnswer {
  try {
    const file = openSync(path, FLAGS);
    try {
      const numbering = numberingNow(computer, dirname(path));
      requireExpected(fstatSync(file, { bigint: true }), path, expect, numbering);
      const sha1 = createHash('sha1');
      let sizeBytes = 0;
      for (;;) {
        const bytesRead = readSync(file, block, 0, block.length, sizeBytes);
        if (bytesRead === 0) break;
        sizeBytes += bytesRead;
        requireNoLonger(sizeBytes, path, expect);
        sha1.update(block.subarray(0, bytesRead));
      }
      requireExpected(fstatSync(file, { bigint: true }), path, expect, numbering);
      if (sizeBytes !== expect.sizeBytes) throw refusal('changed', ACTION, path);
      return { kind: 'done', sha1: sha1.digest('hex'), sizeBytes };
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    return failed(thrown, path);
  }
}

/** Reads asynchronously: the next block is read while the previous one is hashed. */
export async function hashByBlocks(
  { path, expect }: FileToHash,
  computer: Computer,
  blocks: Blocks,
  signal?: AbortSignal,
): Promise<HashAnswer> {
  try {
    const handle = await open(path, FLAGS);
    try {
      const numbering = await numberingAt(computer, dirname(path));
      requireExpected(await handle.stat({ bigint: true }), path, expect, numbering);
      const content = await digest(handle, { path, expect }, blocks, signal);
      if (content === null) return { kind: 'stopped' };
      requireExpected(await handle.stat({ bigint: true }), path, expect, numbering);
      if (content.sizeBytes !== expect.sizeBytes) throw refusal('changed', ACTION, path);
      return { kind: 'done', ...content };
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return failed(thrown, path);
  }
}

async function digest(
  handle: FileHandle,
  { path, expect }: FileToHash,
  blocks: Blocks,
  signal: AbortSignal | undefined,
): Promise<{ sha1: string; sizeBytes: number } | null> {
  const sha1 = createHash('sha1');
  let sizeBytes = 0;
  let filling = handle.read(blocks[0], 0, blocks[0].length, 0);
  for (let turn = 0; ; turn = 1 - turn) {
    const { bytesRead, buffer } = await filling;
    if (signal?.aborted === true) return null;
    if (bytesRead === 0) return { sha1: sha1.digest('hex'), sizeBytes };
    sizeBytes += bytesRead;
    requireNoLonger(sizeBytes, path, expect);
    const next = turn === 0 ? blocks[1] : blocks[0];
    filling = handle.read(next, 0, next.length, sizeBytes);
    sha1.update(buffer.subarray(0, bytesRead));
  }
}

/** The file grows while it is read: waiting for its end could take forever. */
function requireNoLonger(sizeBytes: number, path: string, expect: Fingerprint): void {
  if (sizeBytes > expect.sizeBytes) throw refusal('changed', ACTION, path);
}

function requireExpected(stats: BigIntStats, path: string, expect: Fingerprint, numbering: Numbering): void {
  const { fingerprint } = toLocalStat(numbersOf(stats, numbering));
  if (!stats.isFile() || !sameFingerprint(fingerprint, expect)) throw refusal('changed', ACTION, path);
}

function failed(thrown: unknown, path: string): HashAnswer {
  const { code, message } = toFileSystemError(thrown, ACTION, path);
  return { kind: 'failed', code, message };
}
