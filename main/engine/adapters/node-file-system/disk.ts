import { lstat } from '../../../disk/disk.ts';
import type { LocalStat } from '../../model/observation.ts';
import type { Random } from '../../ports/random.ts';
import { type AttributeKeeper, createAttributeKeeper } from './attributes.ts';
import { createDirectoryFlusher, type DirectoryFlusher } from './directory-flush.ts';
import { hasBirthTimes, numbersOf, toLocalStat } from './local-stat.ts';
import { errnoOf } from './system-error.ts';
import { createWalkThreads, type WalkThreads } from './walk/walk-threads.ts';

/** Shared by all operations on this machine's disk. */
export type Disk = {
  readonly random: Random;
  readonly birthTimes: boolean;
  /** Makes the names in a directory survive a power cut. */
  readonly flushDirectory: DirectoryFlusher;
  readonly keepAttributes: AttributeKeeper;
  readonly walkThreads: WalkThreads;
};

export function createDisk(random: Random, walkThreads: WalkThreads = createWalkThreads()): Disk {
  return {
    random,
    birthTimes: hasBirthTimes(),
    flushDirectory: createDirectoryFlusher(),
    keepAttributes: createAttributeKeeper(),
    walkThreads,
  };
}

/** One `lstat`; null only when the path certainly does not exist. Throws the system's error. */
export async function look(disk: Disk, path: string): Promise<LocalStat | null> {
  try {
    return toLocalStat(numbersOf(await lstat(path, { bigint: true }), disk.birthTimes));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return null;
    throw error;
  }
}

/** Like `look`, for a path that existed a moment ago: throws the system's error if it is missing. */
export async function lookAgain(disk: Disk, path: string): Promise<LocalStat> {
  return toLocalStat(numbersOf(await lstat(path, { bigint: true }), disk.birthTimes));
}
