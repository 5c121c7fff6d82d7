import type { Content, Fingerprint, Kind, LocalEntry, RemoteEntry } from '../model/entry.ts';
import type { ItemId, LocalId, Sha1 } from '../model/ids.ts';
import type { Problem } from '../model/plan/problem.ts';

/**
 * How a step ended.
 * - `done`: the effect has happened (now or in an earlier run); carries the changes to record;
 * - `stale`: a precondition no longer holds and nothing was changed: look again where it says and replan. Not an error;
 * - `failed`: not possible now, or not without the user;
 * - `cancelled`: by the engine.
 */
export type StepResult = StepDone | StepStale | StepFailed | { readonly outcome: 'cancelled' };

/** The actual result, never the expected one. A part is null when the step has nothing to record for it. */
export type StepDone = {
  readonly outcome: 'done';
  /** Logical time at which the effect was complete; newer observations are not overwritten. */
  readonly takenAt: number;
  readonly local: LocalWrite | null;
  /** The hash of a local file that the step read; valid only for this fingerprint. */
  readonly hashed: Hashed | null;
  readonly remote: RemoteEntry | null;
  readonly agreed: Agreement | null;
  readonly gone: Gone | null;
  readonly journal: JournalDraft | null;
};

export type Hashed = { readonly localId: LocalId; readonly fingerprint: Fingerprint; readonly sha1: Sha1 };

/** An item that the step has put on disk. `id` null: it is new there and gets its id when first observed. */
export type LocalWrite = {
  readonly id: LocalId | null;
  readonly parentId: LocalId;
  readonly name: string;
  readonly kind: Kind;
  readonly fingerprint: Fingerprint;
  readonly sha1: Sha1 | null;
};

/** A row of the synced tree; `localId` null: the node of `StepDone.local`. */
export type Agreement = {
  readonly localId: LocalId | null;
  readonly itemId: ItemId;
  readonly parentLocalId: LocalId;
  readonly kind: Kind;
  readonly localName: string;
  readonly remoteName: string;
  readonly content: Content | null;
  readonly fingerprint: Fingerprint;
  readonly etag: RemoteEntry['etag'];
};

/**
 * Nodes and rows to remove. `local` and `remote` include their subtrees. `row` is the synced row of this local node, plus those
 * below it if `below`. `left`: folders that stay because they contain items that don't sync; the rest of their contents is gone.
 * `deletedBefore`: the rows below whose node was missing on the side of the folder right before it left: it was not this step that deleted those.
 */
export type Gone = {
  readonly local: LocalId | null;
  readonly remote: ItemId | null;
  readonly row: { readonly localId: LocalId; readonly below: boolean } | null;
  readonly left?: readonly LocalId[];
  readonly deletedBefore?: ReadonlySet<LocalId>;
};

/** The part of a journal entry that the step knows. */
export type JournalDraft = {
  readonly side: 'local' | 'remote' | 'both';
  readonly itemKind: Kind;
  readonly place: NamedPlace;
  /** The previous place of a moved item. */
  readonly from: NamedPlace | null;
  readonly bytes: number | null;
  readonly before: Readonly<Record<string, string | number | null>> | null;
  readonly after: Readonly<Record<string, string | number | null>> | null;
  /** Files that the step moved or copied to the local trash. */
  readonly trashed?: readonly Trashed[];
};

/**
 * A node or, with a name, a place in that folder. Its path is looked up when the entry is written: until then, another step may
 * rename a folder above it.
 */
export type NamedPlace =
  | { readonly localId: LocalId; readonly name?: string }
  | { readonly itemId: ItemId; readonly name?: string };

/** An item as it was on disk, and its absolute path in the local trash. */
export type Trashed = { readonly entry: LocalEntry; readonly place: string };

export type StepStale = {
  readonly outcome: 'stale';
  /** For the log: how the state differs from the plan. */
  readonly reason: string;
  /** Local nodes whose parent folder must be listed again (a folder is listed itself, too). */
  readonly localIds: readonly LocalId[];
  /** Items to read again from the service. */
  readonly itemIds: readonly ItemId[];
  /** Items read along the way. */
  readonly found: readonly RemoteEntry[];
  /** The problem if replanning never changes this result; null: the nodes to look at keep changing. */
  readonly lasting: 'name_conflict' | 'content_withheld' | null;
  /** The name that this disk refuses for the step's item, so that it needs an alias (SPEC P35); null: the name is not the reason. */
  readonly refusedName: string | null;
};

export type StepFailed = {
  readonly outcome: 'failed';
  readonly problem: Problem;
  /** Items read after a missing right was the reason, at the logical time `takenAt`: their rights may differ from the known ones. */
  readonly rights?: { readonly takenAt: number; readonly of: readonly RemoteEntry[] };
};

export const cancelled: StepResult = { outcome: 'cancelled' };

export function failed(problem: Problem): StepFailed {
  return { outcome: 'failed', problem };
}

export function stale(reason: string, look: Partial<Omit<StepStale, 'outcome' | 'reason'>> = {}): StepStale {
  return { outcome: 'stale', reason, localIds: [], itemIds: [], found: [], lasting: null, refusedName: null, ...look };
}

export function done(takenAt: number, parts: Partial<Omit<StepDone, 'outcome' | 'takenAt'>>): StepDone {
  return {
    outcome: 'done',
    takenAt,
    local: null,
    hashed: null,
    remote: null,
    agreed: null,
    gone: null,
    journal: null,
    ...parts,
  };
}
