import { type FixableMessage, fixOf, type Words } from '../../preload/words/message.ts';

/** An answer to a person: what was asked for, or why not, in words; `code` is stable. A refusal is an expected outcome. */
export type Answer<Value> = { readonly ok: true; readonly value: Value } | Refused;

export type Refused = {
  readonly ok: false;
  readonly error: { readonly code: RefusedCode; readonly message: Words; readonly remedy: Words };
};

export type RefusedCode =
  | 'local_missing'
  | 'local_not_a_folder'
  | 'local_unreadable'
  | 'remote_not_found'
  | 'root_nested'
  | 'root_is_there'
  | 'other_sync_app'
  | 'root_not_ready'
  | 'other_account'
  | 'not_found'
  | 'offline'
  | 'signed_out'
  | 'service_error'
  | 'not_allowed'
  /** What is to be done presumes a state that is no longer there. */
  | 'changed_since'
  /** Not yet: something of it is still on its way. */
  | 'not_ready'
  /** Can never be done in this way. */
  | 'not_possible'
  | 'already_done'
  | 'name_taken'
  | 'no_permission'
  | 'disk_error';

export function refused(code: RefusedCode, message: Words, remedy: Words): Refused {
  return { ok: false, error: { code, message, remedy } };
}

/** Refuses by code; the words are chosen where it is shown. */
export const refusedBy = (code: RefusedCode, says: FixableMessage): Refused => refused(code, says, fixOf(says));

export const rootNotFound = (): Refused => refusedBy('not_found', { code: 'no_such_root', args: {} });
