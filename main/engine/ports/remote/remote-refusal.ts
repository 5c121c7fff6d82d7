import type { AnswerWords } from '../../../../preload/words/codes/connection.ts';
import type { Kind, RemoteEntry } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';

/** The service refused. `taken`: the name is held by `existing` (null: not stated). */
export type Refusal =
  | {
      readonly ok: false;
      readonly reason: 'taken';
      readonly existing: ItemId | null;
      readonly existingKind: Kind | 'web_link' | null;
    }
  /** `If-Match` failed: the item has changed meanwhile. Also if the change was noticed first and the request not sent. */
  | { readonly ok: false; readonly reason: 'changed' }
  /** The item or its target folder does not exist. */
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'refused'; readonly code: RefusalCode; readonly says: AnswerWords };

/** Refusals that the user must hear about; the engine maps each to a problem. */
export type RefusalCode =
  | 'name_invalid'
  | 'no_permission'
  | 'locked'
  | 'quota_full'
  | 'too_large'
  | 'cyclic'
  | 'digest_mismatch'
  | 'other';

export type Created = { readonly ok: true; readonly entry: RemoteEntry } | Refusal;
export type Changed = Created;
