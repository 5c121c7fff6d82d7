import type { Kind } from './entry.ts';
import type { ItemId, LocalId, Sha1, VersionId } from './ids.ts';
import type { ConflictReason } from './step.ts';

/** Two contents that were kept apart (SPEC P45): what is known of both in that moment. Times in milliseconds since the epoch. */
export type Conflict = {
  readonly id: number;
  readonly reason: ConflictReason;
  readonly rule: string;
  readonly atMs: number;
  readonly itemKind: Kind;
  /** Below the root: the name that both wanted, and the one that the copy got. */
  readonly originalPath: string;
  readonly copyPath: string;
  /** The copy here, as it stands now or was last known; null where the item of the service made room (P26): then `copyItemId`. */
  readonly localId: LocalId | null;
  /** The folder that the copy was put in. */
  readonly folderId: LocalId | null;
  readonly copyItemId: ItemId | null;
  /** The item that kept the name; null: not known. */
  readonly originalItemId: ItemId | null;
  readonly mine: ConflictSide & { readonly mtimeNs: string | null };
  readonly theirs: ConflictSide & { readonly versionId: VersionId | null; readonly modifiedAtMs: number | null };
  readonly resolution: Resolution | null;
  readonly resolvedAtMs: number | null;
};

/** Null: not known, or a folder. */
export type ConflictSide = { readonly sha1: Sha1 | null; readonly sizeBytes: number | null };

/** `mine`: the copy's content; `theirs`: the content that kept the name; `both`: the two stay beside each other. */
export type Resolution = 'mine' | 'theirs' | 'both';

export type NewConflict = Omit<Conflict, 'id' | 'resolution' | 'resolvedAtMs'>;
