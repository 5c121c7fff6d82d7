import type { BigIntStats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lstatSync } from '../../../disk/disk.ts';
import { fileIdentity } from '../../model/ids.ts';
import type { LocalStat } from '../../model/observation.ts';

/** The numbers of one `lstat`, as sent between threads. */
export type StatNumbers = {
  readonly kind: LocalStat['kind'];
  readonly dev: bigint;
  readonly ino: bigint;
  /** 0 where the disk keeps no birth time. */
  readonly birthNs: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly links: number;
};

/**
 * Are birth times real on this system? Without `statx` (old kernels, some sandboxes) every path reports its ctime as its birth
 * time, and an identity built on that would change with each rename. One path whose birth time and ctime differ proves that they
 * are real.
 */
export function hasBirthTimes(): boolean {
  const here = fileURLToPath(import.meta.url);
  const known = [parse(here).root, homedir(), dirname(here), here, process.execPath, dirname(process.execPath)];
  return known.some((path) => {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats !== undefined && stats.birthtimeNs !== stats.ctimeNs;
  });
}

export function numbersOf(stats: BigIntStats, birthTimes: boolean): StatNumbers {
  return {
    kind: kindOf(stats),
    dev: stats.dev,
    ino: stats.ino,
    birthNs: birthTimes ? stats.birthtimeNs : 0n,
    size: stats.size,
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
    links: Number(stats.nlink),
  };
}

/** As seen from the parent directory: a directory on another device is a mount point and never entered. */
export function numbersOfEntry(stats: BigIntStats, parentDev: bigint, birthTimes: boolean): StatNumbers {
  const numbers = numbersOf(stats, birthTimes);
  return numbers.kind === 'folder' && numbers.dev !== parentDev ? { ...numbers, kind: 'mount' } : numbers;
}

/**
 * With a birth time, inode and birth time are unique on a volume and survive a reboot that renumbers devices. Without one, the
 * device number helps to tell files apart. A root never spans two volumes.
 */
export function toLocalStat(numbers: StatNumbers): LocalStat {
  const identity = numbers.birthNs === 0n ? `~${numbers.dev}:${numbers.ino}` : `${numbers.ino}:${numbers.birthNs}`;
  return {
    kind: numbers.kind,
    fingerprint: {
      identity: fileIdentity(identity),
      sizeBytes: Number(numbers.size),
      mtimeNs: String(numbers.mtimeNs),
      ctimeNs: String(numbers.ctimeNs),
    },
    links: numbers.links,
  };
}

function kindOf(stats: BigIntStats): LocalStat['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'special';
}
