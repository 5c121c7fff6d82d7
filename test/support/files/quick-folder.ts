import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps the files of this folder in memory. Containers often leave it little room. */
const inMemory = '/dev/shm';
const minFreeBytes = 2 * 1024 ** 3;

/**
 * Creates a temporary folder, in memory if possible. A server flushes every change: on a disk its tests mostly wait. For data that no test
 * expects to survive a power cut.
 */
export async function newQuickFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoom(inMemory)) ? inMemory : tmpdir(), prefix));
}

async function hasRoom(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= minFreeBytes,
    () => false,
  );
}
