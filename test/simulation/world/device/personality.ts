import type { DiskTraits } from '../../../../main/engine/ports/file-system.ts';

/** The properties of a kind of disk that an engine can notice. */
export type Personality = DiskTraits & {
  readonly kind: PersonalityKind;
  /** Resolution of file times, nanoseconds. */
  readonly grainNs: bigint;
  /** A file that a program has open cannot be read or replaced by others. */
  readonly locksOpenFiles: boolean;
  /** A file can have several names. */
  readonly hasHardLinks: boolean;
};

export const PERSONALITY_KINDS = ['linux', 'apfs', 'ntfs', 'fat'] as const;
export type PersonalityKind = (typeof PERSONALITY_KINDS)[number];

export const LINUX: Personality = {
  kind: 'linux',
  caseSensitive: true,
  nameLimit: { length: 255, unit: 'utf8' },
  platform: 'posix',
  grainNs: 1n,
  locksOpenFiles: false,
  hasHardLinks: true,
};
/** macOS default: `a` and `A` are one name, and so are both Unicode forms. */
const APFS: Personality = { ...LINUX, kind: 'apfs', caseSensitive: false };
const NTFS: Personality = {
  kind: 'ntfs',
  caseSensitive: false,
  nameLimit: { length: 255, unit: 'utf16' },
  platform: 'windows',
  grainNs: 100n,
  locksOpenFiles: true,
  hasHardLinks: true,
};
/** A USB stick: times in steps of two seconds, no change time and no hard links. */
const FAT: Personality = { ...NTFS, kind: 'fat', grainNs: 2_000_000_000n, hasHardLinks: false };

const ALL: Readonly<Record<PersonalityKind, Personality>> = { linux: LINUX, apfs: APFS, ntfs: NTFS, fat: FAT };
export const personality = (kind: PersonalityKind): Personality => ALL[kind];
