import { fixOf, type Words } from '../../preload/words/message.ts';
import type { Problem } from './model/problem.ts';

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

/** A problem as the refusal of an order. */
export const refusedBy = (code: RefusedCode, { says }: Pick<Problem, 'says'>): Refused =>
  refused(code, says, fixOf(says));

export const rootNotFound = (): Refused =>
  refused('not_found', 'There is no such synced folder.', 'List them with "tandem roots list".');
