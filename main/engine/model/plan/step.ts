import type { Content, Fingerprint, Kind } from '../entry.ts';
import type { Etag, ItemId, LocalId, StepKey } from '../ids.ts';

/**
 * One operation that brings the trees closer. A step names *nodes*, never paths: paths are resolved at the last moment, so a
 * parent renamed meanwhile does no harm. `expect*` and `ifMatch` are preconditions. If one fails, the step is `stale`, which is
 * not an error: the node is observed and planned again.
 */
export type Step = StepFrame & StepAction;

type StepFrame = {
  /** Deterministic; equal keys mean the same step in the same situation, preconditions included. */
  readonly key: StepKey;
  /** The rule of SPEC.md behind the step, e.g. `P7`. Shown by `why` and recorded in the journal. */
  readonly rule: string;
  /** Steps of the same plan that must have succeeded before this one starts. */
  readonly after: readonly StepKey[];
};

export type StepAction =
  /**
   * Compute the SHA-1 of a local file: the decision depends on its content. `itemId`: a new remote file at the same place; if
   * both are still new and equal, the agreement is recorded at once, as by `adopt`.
   */
  | { readonly kind: 'hash'; readonly localId: LocalId; readonly expect: Fingerprint; readonly itemId?: ItemId }
  /**
   * Both sides are equal: write the synced row from the current nodes. It replaces every row with either id (an item deleted and
   * recreated keeps its partner, SPEC P11); the synced children of a replaced folder row move to the new one. `alias`: the two
   * names, if they differ (SPEC P35).
   */
  | {
      readonly kind: 'adopt';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly alias?: { readonly here: string; readonly there: string };
    }
  /** Gone on both sides: delete the synced row and all rows below it. */
  | { readonly kind: 'forget'; readonly localId: LocalId; readonly itemId: ItemId }
  /** Create the local folder on the service, under the item linked to its local parent. */
  | ({ readonly kind: 'create-remote-folder'; readonly localId: LocalId; readonly name: string } & MayHaveAlias)
  /** Create the remote folder on disk, under the local folder linked to its remote parent. */
  | ({ readonly kind: 'create-local-folder'; readonly itemId: ItemId; readonly name: string } & MayBeAlias)
  /** Upload a new file. */
  | ({
      readonly kind: 'upload';
      readonly localId: LocalId;
      readonly name: string;
      readonly expect: Fingerprint;
    } & MayHaveAlias)
  /** Upload a new version; replaces only `ifMatch`. */
  | {
      readonly kind: 'upload-version';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly expect: Fingerprint;
      readonly ifMatch: Etag | null;
    }
  /** Download a new file; the name must be free. */
  | ({
      readonly kind: 'download';
      readonly itemId: ItemId;
      readonly name: string;
      readonly content: Content;
      readonly etag: Etag | null;
    } & MayBeAlias)
  /** Replace the local file's content if it still matches `expect`. */
  | {
      readonly kind: 'download-version';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly content: Content;
      readonly etag: Etag | null;
      readonly expect: Fingerprint;
    }
  /**
   * Move or rename on the service to the item's place on disk (or to a temporary name that breaks a ring). `localId` may be gone
   * from disk when a deleted item makes room for another (SPEC P26). In the synced row it changes only the place (parent, names)
   * and the etag: changing the agreed content too would hide an edit.
   */
  | ({
      readonly kind: 'move-remote';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly toParentLocalId: LocalId;
      readonly toName: string;
      readonly ifMatch: Etag | null;
    } & MayHaveAlias)
  /**
   * Move or rename on disk to the item's place on the service (or to a temporary name that breaks a ring). Like `move-remote`, it
   * changes only the place in the synced row.
   */
  | ({
      readonly kind: 'move-local';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly toParentItemId: ItemId;
      readonly toName: string;
    } & MayBeAlias)
  /**
   * Rename a local item to its conflict name in the same folder; no rename if it already has that name. With `both_edited` its
   * synced row is deleted too: the next plan sees the copy and the item as two new ones. With any other reason an existing row
   * stays: the item was only renamed. `expect` is set if contents were compared: the file must still match it.
   */
  | {
      readonly kind: 'set-aside';
      readonly localId: LocalId;
      readonly toName: string;
      readonly reason: ConflictReason;
      readonly expect?: Fingerprint;
    }
  /**
   * Move to the service's trash with everything below, synced rows included. `subtree`: number of nodes, including itself (for
   * the guard).
   */
  | {
      readonly kind: 'trash-remote';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly itemKind: Kind;
      readonly ifMatch: Etag | null;
      readonly subtree: number;
    }
  /** Move to the local trash with everything below, synced rows included, if the disk matches the local tree and the agreement exactly. */
  | {
      readonly kind: 'trash-local';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly itemKind: Kind;
      /** As in `trash-remote`; 0: a folder that holds nothing to sync (SPEC P86), so nothing is lost with it. */
      readonly subtree: number;
      /** It stays on the service and is only excluded here. */
      readonly staysThere?: true;
    }
  /** Move out of the root, to a folder beside it: the account can no longer see its place, and it exists only here (SPEC P70). */
  | { readonly kind: 'rescue'; readonly localId: LocalId; readonly itemKind: Kind };

/** The step's local name is an alias of this remote name (SPEC P35). */
type MayBeAlias = { readonly aliasOf?: string };
/** This local name is the alias of the step's remote name. */
type MayHaveAlias = { readonly aliasHere?: string };

export type StepKind = StepAction['kind'];

/** A finished change and its nodes: a step, or the effect of an open intent (SPEC P85). */
export type Deed = {
  readonly kind: StepKind;
  readonly rule: string;
  readonly localId?: LocalId | null;
  readonly itemId?: ItemId | null;
};

export const DELETES: ReadonlySet<StepKind> = new Set(['trash-local', 'trash-remote']);

/** Why two contents were kept apart. */
export type ConflictReason = 'both_edited' | 'both_created' | 'kinds_differ' | 'name_taken';
