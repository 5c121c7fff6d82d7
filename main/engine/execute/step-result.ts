import type { Content, Fingerprint, Kind, RemoteEntry } from '../model/entry.ts';
import type { ItemId, LocalId, Sha1 } from '../model/ids.ts';
import type { Problem } from '../model/problem.ts';

/**
 * How a step ended.
 * - `done`: the effect has happened (now or in a run before this one); what is to be written down comes with it;
 * - `stale`: a precondition no longer holds, nothing was touched: look again where it says and plan anew. No error;
 * - `failed`: it cannot be done now, or not without a person;
 * - `cancelled`: the engine asked for it.
 */
export type StepResult = StepDone | StepStale | StepFailed | { readonly outcome: 'cancelled' };

/** What now exists, never what was hoped for. Each part is null when the step has nothing to say about it. */
export type StepDone = {
  readonly outcome: 'done';
  /** Logical time at which the effect was over: a newer observation is not overwritten. */
  readonly takenAt: number;
  readonly local: LocalWrite | null;
  /** What is in a local file that the step read; holds only for this fingerprint. */
  readonly hashed: Hashed | null;
  readonly remote: RemoteEntry | null;
  readonly agreed: Agreement | null;
  readonly gone: Gone | null;
  readonly journal: JournalDraft | null;
};

export type Hashed = { readonly localId: LocalId; readonly fingerprint: Fingerprint; readonly sha1: Sha1 };

/** What the step has put on disk. `id` null: it is new there; whoever observes it first gives it a number. */
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
 * What no longer exists. `local` and `remote` with all below; `row`: the synced row of this local node, `below`: and those
 * under it; `left`: folders that stay because of what is not synced in them, all else in them is gone.
 */
export type Gone = {
  readonly local: LocalId | null;
  readonly remote: ItemId | null;
  readonly row: { readonly localId: LocalId; readonly below: boolean } | null;
  readonly left?: readonly LocalId[];
};

/** The part of a journal entry that the step knows. Paths are below the root, `/` between names. */
export type JournalDraft = {
  readonly side: 'local' | 'remote' | 'both';
  readonly itemKind: Kind;
  readonly path: string;
  readonly fromPath: string | null;
  readonly bytes: number | null;
  readonly before: Readonly<Record<string, string | number | null>> | null;
  readonly after: Readonly<Record<string, string | number | null>> | null;
};

export type StepStale = {
  readonly outcome: 'stale';
  /** For the log: what was not as planned. */
  readonly reason: string;
  /** Local nodes whose folder is to be listed again (of a folder: itself too). */
  readonly localIds: readonly LocalId[];
  /** Items that are to be asked for again. */
  readonly itemIds: readonly ItemId[];
  /** Items as they were found on the way. */
  readonly found: readonly RemoteEntry[];
};

export type StepFailed = {
  readonly outcome: 'failed';
  readonly problem: Problem;
  /** Items as they were found after the refusal: their rights are not what was known. */
  readonly found?: readonly RemoteEntry[];
};

export const cancelled: StepResult = { outcome: 'cancelled' };

export function failed(problem: Problem): StepFailed {
  return { outcome: 'failed', problem };
}

export function stale(reason: string, look: Partial<Omit<StepStale, 'outcome' | 'reason'>> = {}): StepStale {
  return { outcome: 'stale', reason, localIds: [], itemIds: [], found: [], ...look };
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
