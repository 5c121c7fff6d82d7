/** Branded identifiers of the engine. All are opaque: compare for equality, never compute with them. */

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** A node of the local tree. Stable across rename, move and edit as long as the item keeps its identity. Never reused. */
export type LocalId = Branded<number, 'LocalId'>;
/** The service's id of a file or folder. Stable across rename and move. Decimal digits. */
export type ItemId = Branded<string, 'ItemId'>;
/** One sync root: a local folder paired with a remote folder. */
export type RootId = Branded<number, 'RootId'>;
/** Entity tag of a remote item; sent in `If-Match`. */
export type Etag = Branded<string, 'Etag'>;
/** Per-item change counter, decimal digits; orders the events of one item. */
export type SequenceId = Branded<string, 'SequenceId'>;
/** Opaque cursor into the event stream. */
export type StreamPosition = Branded<string, 'StreamPosition'>;
/** Lower-case hex SHA-1 of a file's content. */
export type Sha1 = Branded<string, 'Sha1'>;
/**
 * Inode + birth time (`131:1700000000123456789`) or, after a `~`, device + inode on file systems without lasting birth times. Unique
 * within a volume, and a root never spans two. Survives rename, not copy; on FAT and exFAT under Linux not a mount either.
 */
export type FileIdentity = Branded<string, 'FileIdentity'>;
/** A remote version of a file's content. */
export type VersionId = Branded<string, 'VersionId'>;
/** Identifies one step of a plan. Deterministic: the same situation gives the same key, so a running step can be recognised. */
export type StepKey = Branded<string, 'StepKey'>;

export const localId = (value: number): LocalId => value as LocalId;
export const itemId = (value: string): ItemId => value as ItemId;
export const rootId = (value: number): RootId => value as RootId;
export const etag = (value: string): Etag => value as Etag;
export const sequenceId = (value: string): SequenceId => value as SequenceId;
export const streamPosition = (value: string): StreamPosition => value as StreamPosition;
export const sha1 = (value: string): Sha1 => value as Sha1;
export const fileIdentity = (value: string): FileIdentity => value as FileIdentity;
export const versionId = (value: string): VersionId => value as VersionId;
export const stepKey = (value: string): StepKey => value as StepKey;

/** True when `candidate` is newer than `known` (numeric comparison of decimal strings; null is older than everything). */
export function isNewerSequence(candidate: SequenceId | null, known: SequenceId | null): boolean {
  if (candidate === null) return false;
  if (known === null) return true;
  return BigInt(candidate) > BigInt(known);
}

/** The disk may give this identity to another item, so a match proves a move only if the content matches too (edge case 57, SPEC P94). */
export const isReusable = (identity: FileIdentity): boolean => identity.startsWith('~');
