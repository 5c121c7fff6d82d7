import { type FixableMessage, fixOf, type Words } from '../../../preload/words/message.ts';

/** The answer to a user request: the result, or a refusal with its reason and a stable `code`. A refusal is an expected outcome. */
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
  /** The state this request depends on has changed. */
  | 'changed_since'
  /** Part of it is still in flight. */
  | 'not_ready'
  /** Never possible this way. */
  | 'not_possible'
  | 'already_done'
  | 'name_taken'
  | 'no_permission'
  | 'disk_error';

export function refused(code: RefusedCode, message: Words, remedy: Words): Refused {
  return { ok: false, error: { code, message, remedy } };
}

/** Refuses by code; the texts are looked up by code. */
export const refusedBy = (code: RefusedCode, says: FixableMessage): Refused => refused(code, says, fixOf(says));

export const rootNotFound = (): Refused => refusedBy('not_found', { code: 'no_such_root', args: {} });
