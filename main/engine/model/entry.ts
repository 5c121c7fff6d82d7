import {
  type Etag,
  type FileIdentity,
  type ItemId,
  isReusable,
  type LocalId,
  type SequenceId,
  type Sha1,
  type VersionId,
} from './ids.ts';
import { sameName } from './names/name-key.ts';

/** The kinds that sync. Everything else on disk (links, sockets, devices) is observed, listed as ignored and never touched. */
export type Kind = 'file' | 'folder';

/** Files with the same hash and size have the same content, wherever they are. */
export type Content = { readonly sha1: Sha1; readonly sizeBytes: number };

/**
 * The last observed state of a local file; the precondition of every step that touches it. Compared for equality only. `mtimeNs`
 * and `ctimeNs` are nanoseconds since the epoch as decimal strings (they exceed 2^53).
 */
export type Fingerprint = {
  readonly identity: FileIdentity;
  readonly sizeBytes: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
};

/** A node of the local tree: the last observed state on disk. The root has `parentId` null and an empty name. */
export type LocalEntry = {
  readonly id: LocalId;
  readonly parentId: LocalId | null;
  /** The name's bytes on disk, decoded as UTF-8. */
  readonly name: string;
  readonly kind: Kind;
  /** For folders only `identity` matters; the other fields are from the last observation and not compared. */
  readonly fingerprint: Fingerprint;
  /** Null: not hashed since the fingerprint changed. Always null for folders. */
  readonly sha1: Sha1 | null;
};

/** A user of the service. */
export type Person = { readonly id: string; readonly name: string };

/** A node of the remote tree: the last state received from the service. The root has `parentId` null. */
export type RemoteEntry = {
  readonly id: ItemId;
  readonly parentId: ItemId | null;
  readonly name: string;
  readonly kind: Kind;
  readonly etag: Etag | null;
  readonly sequenceId: SequenceId | null;
  /** Null for folders. */
  readonly content: Content | null;
  readonly versionId: VersionId | null;
  /** `content_modified_at`, milliseconds since the epoch; null for folders or when unknown. Never used to order versions. */
  readonly contentModifiedAtMs: number | null;
  /** May the account change, rename, delete and download it, or add to it? The service enforces its rights in any case. */
  readonly canUpload: boolean;
  readonly canRename: boolean;
  readonly canDelete: boolean;
  readonly canDownload: boolean;
  /** For a folder, its owner's choice for all their devices; absent: not stated, so the known value stays. */
  readonly syncState?: SyncState;
  /** The owner's user id; absent: not stated by the service. */
  readonly ownerId?: string;
  /** The user who last changed or deleted it; absent: not stated by the service. */
  readonly changedBy?: Person;
};

/**
 * Is a folder on the user's devices? `not_synced`: neither it nor its contents; `partially_synced`: yes, but some folder below it
 * is not.
 */
export type SyncState = 'synced' | 'not_synced' | 'partially_synced';

/**
 * A node of the synced tree: the last state both sides agreed on, the merge base. Written only when a step has succeeded on both
 * sides, or when both were found equal. Local and remote name differ only if the name needed an alias.
 */
export type SyncedEntry = {
  readonly localId: LocalId;
  readonly itemId: ItemId;
  /** The synced parent's local id; null for the root. */
  readonly parentLocalId: LocalId | null;
  readonly kind: Kind;
  readonly localName: string;
  readonly remoteName: string;
  /** Null for folders. */
  readonly content: Content | null;
  /** The fingerprint of the local file at the time of the agreement. */
  readonly fingerprint: Fingerprint;
  readonly etag: Etag | null;
  /** The item's folder on the service, if that left this computer while the item stood elsewhere here; otherwise it is the parent's. */
  readonly leftFolder?: ItemId;
};

export const sameContent = (a: Content | null, b: Content | null): boolean =>
  a !== null && b !== null && a.sha1 === b.sha1 && a.sizeBytes === b.sizeBytes;

/**
 * Is this still the observed file? `ctimeNs` is left out on purpose: a rename, a new hard link or a change of mode alters it
 * without touching the content. The scanner uses it to decide whether to hash (edge case 51).
 */
export const sameFingerprint = (a: Fingerprint, b: Fingerprint): boolean =>
  a.identity === b.identity && sameSizeAndTime(a, b);

type SizeAndTime = Pick<Fingerprint, 'sizeBytes' | 'mtimeNs'>;

export const sameSizeAndTime = (a: SizeAndTime, b: SizeAndTime): boolean =>
  a.sizeBytes === b.sizeBytes && a.mtimeNs === b.mtimeNs;

/**
 * Whether an item elsewhere is certainly the known one of its kind. An identity that may be given again proves nothing alone: a file must have
 * its size and time as well, and for a folder only the place or its contents decide (edge case 57, SPEC P94).
 */
export const isSurelySame = (kind: Kind, known: Fingerprint, now: Fingerprint): boolean =>
  known.identity === now.identity && (!isReusable(now.identity) || (kind === 'file' && sameSizeAndTime(known, now)));

/**
 * The same file that nothing has touched since, not even its mode. With another change time, only its bytes show whether someone saved
 * into it and set size and time back (edge case 51).
 */
export const isUntouched = (a: Fingerprint, b: Fingerprint): boolean =>
  sameFingerprint(a, b) && a.ctimeNs === b.ctimeNs;

/** Whether the item is in the folder and under the name to which it was sent. */
export const isAt = (
  { parentId, name }: RemoteEntry,
  sentTo: { readonly parentId: ItemId; readonly name: string },
): boolean => parentId === sentTo.parentId && sameName(name, sentTo.name);
