import type { BigIntStats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lstatSync, readFileSync, statfs, statfsSync } from '../../../disk/disk.ts';
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

/** Traits of this computer's stats. Sent to threads. */
export type Computer = {
  readonly birthTimes: boolean;
  /** Types of file systems (`statfs`) that number their items when they are first looked at after a mount, and again after forgetting them. */
  readonly renumbering: readonly number[];
  /** Differs after each start of the system, which restarts the numbering. */
  readonly bootTag: bigint;
  /** The system's list of mounts; null: it has none. */
  readonly mountTable: string | null;
};

/** How to identify the items of one disk. */
export type Numbering = { readonly birthTimes: boolean; readonly added: bigint };

/** `MSDOS_SUPER_MAGIC` (FAT) and `EXFAT_SUPER_MAGIC` of Linux. Drivers in FUSE report no birth time: SPEC P94. */
const RENUMBERING = [0x4d44, 0x2011bab0] as const;

export const thisComputer = (): Computer => ({
  birthTimes: hasBirthTimes(),
  renumbering: process.platform === 'linux' ? RENUMBERING : [],
  bootTag: bootTag(),
  mountTable: process.platform === 'linux' ? '/proc/self/mountinfo' : null,
});

/**
 * FAT and exFAT report birth times, but those of folders change: of the top folder at each mount, and of any when something is renamed into it.
 * Together with the start of the system, a number is never given twice (`iunique` of Linux counts for all disks), so no item passes for
 * another one after a mount. `type`: of the disk (`statfs`).
 */
export function numberingOn({ birthTimes, renumbering, bootTag: added }: Computer, type: number): Numbering {
  return renumbering.includes(type) ? { birthTimes: false, added } : { birthTimes, added: 0n };
}

/** The disk of this path is asked only if it may be one of those. */
export async function numberingAt(computer: Computer, path: string): Promise<Numbering> {
  return numberingOn(computer, computer.renumbering.length === 0 ? 0 : (await statfs(path)).type);
}

/** The same, for a thread of its own. */
export function numberingNow(computer: Computer, path: string): Numbering {
  return numberingOn(computer, computer.renumbering.length === 0 ? 0 : statfsSync(path).type);
}

/** In the upper half of a 64-bit number; the lower one has the numbers of these disks. */
function bootTag(): bigint {
  try {
    const id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return BigInt(`0x${id.slice(0, 7)}`) << 32n;
  } catch {
    // Another system, or one that hides its boot id: numbers may repeat.
    return 0n;
  }
}

/**
 * Are birth times real on this system? Without `statx` (old kernels, some sandboxes) every path reports its ctime as its birth
 * time, and an identity built on that would change with each rename. One path whose birth time and ctime differ proves that they
 * are real.
 */
function hasBirthTimes(): boolean {
  const here = fileURLToPath(import.meta.url);
  const known = [parse(here).root, homedir(), dirname(here), here, process.execPath, dirname(process.execPath)];
  return known.some((path) => {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats !== undefined && stats.birthtimeNs !== stats.ctimeNs;
  });
}

export function numbersOf(stats: BigIntStats, { birthTimes, added }: Numbering): StatNumbers {
  return {
    kind: kindOf(stats),
    dev: stats.dev,
    ino: stats.ino + added,
    birthNs: birthTimes ? stats.birthtimeNs : 0n,
    size: stats.size,
    mtimeNs: stats.mtimeNs,
    ctimeNs: stats.ctimeNs,
    links: Number(stats.nlink),
  };
}

/** The directory of an entry, as far as it shows what is mounted there. */
export type Parent = {
  readonly dev: bigint;
  readonly numbering: Numbering;
  readonly isMountPoint: (name: string) => boolean;
};

/** As seen from the parent directory: a directory on another device, or any other mount, is never entered. */
export function numbersOfEntry(
  stats: BigIntStats,
  name: string,
  { dev, numbering, isMountPoint }: Parent,
): StatNumbers {
  const numbers = numbersOf(stats, numbering);
  const isMount = (numbers.kind === 'folder' && numbers.dev !== dev) || isMountPoint(name);
  return isMount ? { ...numbers, kind: 'mount' } : numbers;
}

/** Of an entry that the system does not let us look at: nothing but its name is known. */
export const UNREADABLE: StatNumbers = {
  kind: 'unreadable',
  dev: 0n,
  ino: 0n,
  birthNs: 0n,
  size: 0n,
  mtimeNs: 0n,
  ctimeNs: 0n,
  links: 0,
};

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
