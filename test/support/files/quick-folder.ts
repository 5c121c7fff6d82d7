import { accessSync, constants, rmSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps the files of this folder in memory. Containers often leave it little room, or don't let everyone write there. */
const inMemory = '/dev/shm';
const minFreeBytes = 2 * 1024 ** 3;

/**
 * Creates a temporary folder, in memory if possible. A server flushes every change: on a disk its tests mostly wait. For data that no test
 * expects to survive a power cut.
 */
export async function newQuickFolder(prefix: string): Promise<string> {
  return mkdtemp(join(quickPlace(), prefix));
}

/** Where quick folders are. */
export const quickPlace = (): string => memoryFolder(minFreeBytes) ?? tmpdir();

/** Removes such a folder. In one call: a service has 260 folders, and each would be a wait of its own. */
export function removeQuickFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** The folder in memory, if this computer has one with this much room in it that may be written to. */
export function memoryFolder(roomBytes = 0): string | undefined {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= roomBytes ? inMemory : undefined;
  } catch {
    return undefined;
  }
}
