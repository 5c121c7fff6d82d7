import type { Kind, RemoteEntry } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';

/** What the service says when it does not do it. `taken`: the name is held by `existing` (null when it does not say which). */
export type Refusal =
  | {
      readonly ok: false;
      readonly reason: 'taken';
      readonly existing: ItemId | null;
      readonly existingKind: Kind | 'web_link' | null;
    }
  /** `If-Match` did not match: the item changed meanwhile. Or it was not sent: it was known before that it had. */
  | { readonly ok: false; readonly reason: 'changed' }
  /** The item or its destination folder is not there. */
  | { readonly ok: false; readonly reason: 'gone' }
  | { readonly ok: false; readonly reason: 'refused'; readonly code: RefusalCode; readonly message: string };

/** Refusals that a person must know of; the engine maps each to a problem. */
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
