import type { Kind, Person } from '../entry.ts';
import type { ItemId, LocalId, Sha1, VersionId } from '../ids.ts';
import type { ConflictReason } from './step.ts';

/** Two contents kept apart (SPEC P45), with the known state of both at the time. Times in milliseconds since the epoch. */
export type Conflict = {
  readonly id: number;
  readonly reason: ConflictReason;
  readonly rule: string;
  readonly atMs: number;
  readonly itemKind: Kind;
  /** Relative to the root: the contested name, and the copy's. */
  readonly originalPath: string;
  readonly copyPath: string;
  /** The local copy, now or as last known; null if the remote item moved aside instead (P26): see `copyItemId`. */
  readonly localId: LocalId | null;
  /** The folder in which the copy was created. */
  readonly folderId: LocalId | null;
  readonly copyItemId: ItemId | null;
  /** The item that kept the name; null: unknown. */
  readonly originalItemId: ItemId | null;
  readonly mine: ConflictSide & { readonly mtimeNs: string | null };
  readonly theirs: ConflictSide & {
    readonly versionId: VersionId | null;
    readonly modifiedAtMs: number | null;
    /** The person who had changed it last when the conflict was found. */
    readonly by: Person | null;
  };
  readonly resolution: Resolution | null;
  readonly resolvedAtMs: number | null;
};

/** Null: unknown, or a folder. */
export type ConflictSide = { readonly sha1: Sha1 | null; readonly sizeBytes: number | null };

/** `mine`: the copy's content; `theirs`: the content that kept the name; `both`: keep the two side by side. */
export type Resolution = 'mine' | 'theirs' | 'both';

export type NewConflict = Omit<Conflict, 'id' | 'resolution' | 'resolvedAtMs'>;
