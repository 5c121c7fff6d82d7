import type { Etag, FileIdentity, ItemId, LocalId, SequenceId, Sha1, VersionId } from './ids.ts';

/** What is synced. Everything else on disk (links, sockets, devices) is observed, listed as ignored and never touched. */
export type Kind = 'file' | 'folder';

/** Two files with equal content are the same content, wherever they are. */
export type Content = { readonly sha1: Sha1; readonly sizeBytes: number };

/**
 * What a local file looked like when it was last observed; the precondition of every step that touches it. Compared for
 * equality only. `mtimeNs` and `ctimeNs` are nanoseconds since the epoch as decimal strings (they exceed 2^53).
 */
export type Fingerprint = {
  readonly identity: FileIdentity;
  readonly sizeBytes: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
};

/** A node of the local tree: what was last observed on disk. The root has `parentId` null and an empty name. */
export type LocalEntry = {
  readonly id: LocalId;
  readonly parentId: LocalId | null;
  /** The bytes of the name as the disk has them, decoded as UTF-8. */
  readonly name: string;
  readonly kind: Kind;
  /** For folders only `identity` says anything; the other members are those of the last observation and are not compared. */
  readonly fingerprint: Fingerprint;
  /** Null: not hashed since the fingerprint changed. Always null for folders. */
  readonly sha1: Sha1 | null;
};

/** A node of the remote tree: what the service last told us. The root has `parentId` null. */
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
  /** May the account change, rename or delete it, and add to it? Absent rights are enforced by the service in any case. */
  readonly canUpload: boolean;
  readonly canRename: boolean;
  readonly canDelete: boolean;
  readonly canDownload: boolean;
  /** Of a folder, what its owner chose for all devices; absent: the service did not say, so what is known of it stays. */
  readonly syncState?: SyncState;
  /** The number of the person who owns it; absent: the service did not say. */
  readonly ownerId?: string;
};

/**
 * Is a folder on the computers of a person (sync-engine.md 1)? `not_synced`: neither it nor anything below; `partially_synced`:
 * it is, and some folder below is not.
 */
export type SyncState = 'synced' | 'not_synced' | 'partially_synced';

/**
 * A node of the synced tree: what both sides last agreed on, the merge base. Written only when a step has succeeded on
 * both sides, or when both were found equal. Local and remote name differ only where a name needed a mapping.
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
  /** The fingerprint of the local file when it was agreed on. */
  readonly fingerprint: Fingerprint;
  readonly etag: Etag | null;
};

export const sameContent = (a: Content | null, b: Content | null): boolean =>
  a !== null && b !== null && a.sha1 === b.sha1 && a.sizeBytes === b.sizeBytes;

/**
 * Is this still the file that was observed? `ctimeNs` is left out on purpose: a rename of the file, a new hard link or a
 * change of mode alters it without touching the bytes. The scanner uses it to decide whether to hash (edge case 51).
 */
export const sameFingerprint = (a: Fingerprint, b: Fingerprint): boolean =>
  a.identity === b.identity && a.sizeBytes === b.sizeBytes && a.mtimeNs === b.mtimeNs;
