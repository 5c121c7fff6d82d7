import type { Content, Fingerprint, Kind } from './entry.ts';
import type { Etag, ItemId, LocalId, StepKey } from './ids.ts';

/**
 * One operation that brings the trees closer. A step names *nodes*, never paths: paths are resolved in the last moment, so
 * that a parent renamed meanwhile does no harm. `expect*` and `ifMatch` are preconditions; when one fails the step is
 * `stale`, which is no error: the node is observed and planned anew.
 */
export type Step = StepFrame & StepAction;

type StepFrame = {
  /** Deterministic; equal keys mean the same step in the same situation (preconditions included). */
  readonly key: StepKey;
  /** The rule of SPEC.md that asked for it, e.g. `P7`. Shown by `why` and kept in the journal. */
  readonly rule: string;
  /** Steps of the same plan that must have ended well before this one starts. */
  readonly after: readonly StepKey[];
};

export type StepAction =
  /**
   * Learn the SHA-1 of a local file: the decision depends on its content. `itemId`: a new file that it meets; when both are new
   * still, at one place, and hold the same, that is written down at once, as by `adopt`.
   */
  | { readonly kind: 'hash'; readonly localId: LocalId; readonly expect: Fingerprint; readonly itemId?: ItemId }
  /**
   * Both sides hold the same: write the synced row from the two nodes as they are now. It replaces every row that names
   * either of them (an item deleted and made again keeps its partner, SPEC P11); the synced children of a replaced
   * folder row become children of the new one. `alias`: the two have different names, these (SPEC P35).
   */
  | {
      readonly kind: 'adopt';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly alias?: { readonly here: string; readonly there: string };
    }
  /** Gone on both sides: drop the synced row and all synced rows below it. */
  | { readonly kind: 'forget'; readonly localId: LocalId; readonly itemId: ItemId }
  /** Create the local folder on the service, under the item that its local parent is linked to. */
  | ({ readonly kind: 'create-remote-folder'; readonly localId: LocalId; readonly name: string } & MayHaveAlias)
  /** Create the remote folder on disk, under the local folder that its remote parent is linked to. */
  | ({ readonly kind: 'create-local-folder'; readonly itemId: ItemId; readonly name: string } & MayBeAlias)
  /** A new file for the service. */
  | ({
      readonly kind: 'upload';
      readonly localId: LocalId;
      readonly name: string;
      readonly expect: Fingerprint;
    } & MayHaveAlias)
  /** A new version of a file on the service; replaces only `ifMatch`. */
  | {
      readonly kind: 'upload-version';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly expect: Fingerprint;
      readonly ifMatch: Etag | null;
      /** The version there is empty: there is nothing to lose, so the guard lets it pass (SPEC P31). */
      readonly replacesNothing?: boolean;
    }
  /** A new file for this disk; the name must be free. */
  | ({
      readonly kind: 'download';
      readonly itemId: ItemId;
      readonly name: string;
      readonly content: Content;
      readonly etag: Etag | null;
    } & MayBeAlias)
  /** Replace the local file's content; only while it is still `expect`. */
  | {
      readonly kind: 'download-version';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly content: Content;
      readonly etag: Etag | null;
      readonly expect: Fingerprint;
    }
  /**
   * Move or rename on the service to where the item now is on disk (or to a temporary name that breaks a ring). `localId`
   * may be gone from the disk when a deleted item makes room for another (SPEC P26). Of the synced row it changes the place
   * (parent, names) and the etag only: what is agreed on about the content stays, or a change of it would be taken as known.
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
   * Move or rename on disk to where the item now is on the service (or to a temporary name that breaks a ring). Of the synced
   * row it changes the place only, as `move-remote` does.
   */
  | ({
      readonly kind: 'move-local';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly toParentItemId: ItemId;
      readonly toName: string;
    } & MayBeAlias)
  /**
   * Rename a local item aside, to its conflict name in the same folder; nothing to rename when it has that name already.
   * With `both_edited` the synced row of this local item is dropped as well: the next plan sees the copy and the item as
   * two new ones. With every other reason the row, if there is one, stays: the item has only been renamed. `expect` is given when
   * contents were compared: only while the file is still this.
   */
  | {
      readonly kind: 'set-aside';
      readonly localId: LocalId;
      readonly toName: string;
      readonly reason: ConflictReason;
      readonly expect?: Fingerprint;
    }
  /** To the service's trash, with everything below, synced rows included. `subtree` = nodes it takes with it, itself included (guard). */
  | {
      readonly kind: 'trash-remote';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly itemKind: Kind;
      readonly ifMatch: Etag | null;
      readonly subtree: number;
    }
  /** To the local trash, with everything below, synced rows included; only while the disk holds exactly what the local tree says. */
  | {
      readonly kind: 'trash-local';
      readonly localId: LocalId;
      readonly itemId: ItemId;
      readonly itemKind: Kind;
      readonly subtree: number;
      /** The service keeps it: it is left out here. Then every file of it has to be as it was agreed on. */
      readonly staysThere?: true;
    }
  /** Out of the root, to a folder beside it: the account lost sight of where it was, and it is only here (SPEC P70). */
  | { readonly kind: 'rescue'; readonly localId: LocalId; readonly itemKind: Kind };

/** The name that the step gives on this disk stands for this one of the service (SPEC P35). */
type MayBeAlias = { readonly aliasOf?: string };
/** The name that the step gives on the service has this one standing for it on this disk. */
type MayHaveAlias = { readonly aliasHere?: string };

export type StepKind = StepAction['kind'];

/** Why two contents had to be kept apart. */
export type ConflictReason = 'both_edited' | 'both_created' | 'kinds_differ' | 'name_taken';
