import type { DiskTraits } from '../../../main/engine/ports/file-system.ts';

/** How a kind of disk behaves, as far as an engine can notice. */
export type Personality = DiskTraits & {
  readonly kind: PersonalityKind;
  /** Times of files are whole multiples of this, nanoseconds. */
  readonly grainNs: bigint;
  /** A file that a program has open can be neither read by others nor replaced. */
  readonly locksOpenFiles: boolean;
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
};
/** macOS as it comes: one name for `a` and `A`, and for both Unicode forms. */
const APFS: Personality = { ...LINUX, kind: 'apfs', caseSensitive: false };
const NTFS: Personality = {
  kind: 'ntfs',
  caseSensitive: false,
  nameLimit: { length: 255, unit: 'utf16' },
  platform: 'windows',
  grainNs: 100n,
  locksOpenFiles: true,
};
/** A stick: times in steps of two seconds, and no time of the last change beside them. */
const FAT: Personality = { ...NTFS, kind: 'fat', grainNs: 2_000_000_000n };

const ALL: Readonly<Record<PersonalityKind, Personality>> = { linux: LINUX, apfs: APFS, ntfs: NTFS, fat: FAT };
export const personality = (kind: PersonalityKind): Personality => ALL[kind];
