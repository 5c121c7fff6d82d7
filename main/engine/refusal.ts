/** An answer to a person: what was asked for, or why not, in words; `code` is stable. A refusal is an expected outcome. */
export type Answer<Value> = { readonly ok: true; readonly value: Value } | Refused;

export type Refused = {
  readonly ok: false;
  readonly error: { readonly code: RefusedCode; readonly message: string; readonly remedy: string };
};

export type RefusedCode =
  | 'local_missing'
  | 'local_not_a_folder'
  | 'local_unreadable'
  | 'remote_not_found'
  | 'root_nested'
  | 'root_not_ready'
  | 'other_account'
  | 'not_found'
  | 'offline'
  | 'signed_out'
  | 'service_error';

export function refused(code: RefusedCode, message: string, remedy: string): Refused {
  return { ok: false, error: { code, message, remedy } };
}

export const rootNotFound = (): Refused =>
  refused('not_found', 'There is no such synced folder.', 'List them with "tandem roots list".');
