import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { lstat } from '../../../disk/disk.ts';
import type { LocalStat } from '../../model/observation.ts';
import type { Random } from '../../ports/random.ts';
import { type AttributeKeeper, createAttributeKeeper } from './attributes.ts';
import { createDirectoryFlusher, type DirectoryFlusher } from './directory-flush.ts';
import {
  type Computer,
  type Numbering,
  numberingAt,
  numberingOn,
  numbersOf,
  thisComputer,
  toLocalStat,
} from './local-stat.ts';
import { errnoOf } from './system-error.ts';
import { type MountPoints, readMountPoints } from './walk/mount-points.ts';
import { createWalkThreads, type WalkThreads } from './walk/walk-threads.ts';

/** Shared by all operations on this machine's disk. */
export type Disk = {
  readonly random: Random;
  readonly numbering: {
    /** How to identify the items on the disk of this item; determined once per device. */
    of(path: string, stats: Pick<BigIntStats, 'dev'>): Promise<Numbering>;
    /** Determined again, since another disk may now have the device number. Call it for the root before anything in it. */
    ofType(type: number, stats: Pick<BigIntStats, 'dev'>): Numbering;
  };
  /** Makes the names in a directory survive a power cut. */
  readonly flushDirectory: DirectoryFlusher;
  readonly keepAttributes: AttributeKeeper;
  /** By device, as found out so far. */
  readonly movesKeepIdentity: Map<bigint, boolean>;
  readonly walkThreads: WalkThreads;
  /** As they are now. */
  readonly mountPoints: () => MountPoints;
};

export function createDisk(
  random: Random,
  computer: Computer = thisComputer(),
  walkThreads: WalkThreads = createWalkThreads(computer),
): Disk {
  return {
    random,
    numbering: createNumbering(computer),
    flushDirectory: createDirectoryFlusher(),
    keepAttributes: createAttributeKeeper(),
    movesKeepIdentity: new Map(),
    walkThreads,
    mountPoints: () => readMountPoints(computer.mountTable),
  };
}

function createNumbering(computer: Computer): Disk['numbering'] {
  const known = new Map<bigint, Numbering>();
  const keep = (dev: bigint, numbering: Numbering): Numbering => {
    known.set(dev, numbering);
    return numbering;
  };
  return {
    of: async (path, { dev }) => known.get(dev) ?? keep(dev, await numberingAt(computer, path)),
    ofType: (type, { dev }) => keep(dev, numberingOn(computer, type)),
  };
}

/** One `lstat`; null only when the path certainly does not exist. Throws the system's error. */
export async function look(disk: Disk, path: string): Promise<LocalStat | null> {
  try {
    return await lookAtExisting(disk, path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return null;
    throw error;
  }
}

/** Like `look`, for a path that existed a moment ago: throws the system's error if it is missing. */
export async function lookAtExisting(disk: Disk, path: string): Promise<LocalStat> {
  return statOf(disk, path, await lstat(path, { bigint: true }));
}

/** `path`: of the item, or of one on its disk. */
export async function statOf(disk: Pick<Disk, 'numbering'>, path: string, stats: BigIntStats): Promise<LocalStat> {
  // The target of a link may be on another disk.
  const numbering = await disk.numbering.of(stats.isSymbolicLink() ? dirname(path) : path, stats);
  return toLocalStat(numbersOf(stats, numbering));
}
