import type { ProblemMessage } from '../../../../preload/words/message.ts';

/**
 * Why a path is not in sync: data, not an exception. `code` is stable (commands, tests and the window rely on it).
 * - `waiting`: resolves by itself, retried at `retryAtMs` at the latest.
 * - `blocked`: the user must act; the fix says how.
 * - `account`: not about this path; the whole account waits (offline, signed out, rate limited).
 */
export type Problem = {
  readonly code: ProblemCode;
  readonly reach: 'waiting' | 'blocked' | 'account';
  /** The problem as code and arguments; worded, with its fix, where it is shown. */
  readonly says: ProblemMessage;
  /** Requested by the service (`Retry-After`); otherwise the backoff decides. */
  readonly retryAfterMs?: number;
};

export type ProblemCode =
  // names
  | 'name_not_allowed_by_service'
  | 'name_not_allowed_here'
  | 'name_too_long'
  | 'name_taken_by_sibling'
  | 'name_not_unicode'
  // this disk
  | 'unreadable'
  | 'unwritable'
  | 'file_in_use'
  | 'disk_full'
  | 'too_large_for_disk'
  | 'disk_error'
  | 'rule_file_too_long'
  | 'changing_while_read'
  | 'grows_all_the_time'
  // the service
  | 'no_permission'
  | 'item_locked'
  | 'too_large'
  | 'quota_full'
  | 'refused_by_service'
  | 'gone_from_service'
  | 'moved_to_other_root'
  | 'name_conflict'
  | 'changing_there'
  | 'content_withheld'
  | 'corrupt_transfer'
  | 'service_error'
  | 'held_by_guard'
  // ourselves
  | 'internal_fault'
  // scope and sharing
  | 'excluded_here'
  | 'left_or_back'
  | 'not_empty_yet'
  | 'rules_missing'
  // the account
  | 'offline'
  | 'signed_out'
  | 'rate_limited';
