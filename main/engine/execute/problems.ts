import type { AnswerWords } from '../../../preload/words/codes/connection.ts';
import type { ProblemMessage } from '../../../preload/words/message.ts';
import { assertNever } from '../model/assert-never.ts';
import type { Problem, ProblemCode } from '../model/plan/problem.ts';
import type { FileSystemError, FileSystemErrorCode } from '../ports/file-system.ts';
import type { RemoteError } from '../ports/remote/remote.ts';
import type { RefusalCode } from '../ports/remote/remote-refusal.ts';
import type { SpaceShort } from './transfer/transfer.ts';

/** `subject` is the path shown to the user, `answer` the service's own message. */
export type Trouble = {
  readonly subject: string;
  readonly answer?: AnswerWords | undefined;
  readonly retryAfterMs?: number | null;
};

/** The codes that end a step and need no more than a `Trouble`. The planner has more specific ones for names. */
type StepCode = Exclude<
  ProblemCode,
  | 'name_not_unicode'
  | 'name_taken_by_sibling'
  | 'held_by_guard'
  | 'excluded_here'
  | 'left_or_back'
  | 'not_empty_yet'
  | 'rules_missing'
  | 'internal_fault'
  | 'disk_error'
  | 'rule_file_too_long'
>;

/** Whether each needs the user, a retry or the account. */
const REACH: Readonly<Record<StepCode, Problem['reach']>> = {
  name_not_allowed_by_service: 'blocked',
  name_not_allowed_here: 'blocked',
  name_too_long: 'blocked',
  unreadable: 'blocked',
  unwritable: 'blocked',
  file_in_use: 'waiting',
  disk_full: 'waiting',
  too_large_for_disk: 'blocked',
  changing_while_read: 'waiting',
  grows_all_the_time: 'waiting',
  no_permission: 'blocked',
  item_locked: 'waiting',
  too_large: 'blocked',
  quota_full: 'waiting',
  refused_by_service: 'blocked',
  gone_from_service: 'waiting',
  moved_to_other_root: 'waiting',
  name_conflict: 'waiting',
  changing_there: 'waiting',
  content_withheld: 'waiting',
  corrupt_transfer: 'waiting',
  service_error: 'waiting',
  offline: 'account',
  signed_out: 'account',
  rate_limited: 'account',
};

export function problem(code: StepCode, trouble: Trouble): Problem {
  const { retryAfterMs } = trouble;
  return {
    code,
    reach: REACH[code],
    says: saidOf(code, trouble),
    ...(retryAfterMs === undefined || retryAfterMs === null ? {} : { retryAfterMs }),
  };
}

function saidOf(code: StepCode, { subject, answer = '' }: Trouble): ProblemMessage {
  switch (code) {
    case 'offline':
    case 'signed_out':
    case 'rate_limited':
      return { code, args: {} };
    case 'refused_by_service':
    case 'service_error':
      return { code, args: { subject, answer } };
    default:
      return { code, args: { subject } };
  }
}

/** A download that does not fit. `space` null: the disk refuses it although enough is free, as a quota does, and no number would explain that. */
export function diskFull(subject: string, space: SpaceShort | null, folder: string): Problem {
  if (space === null) return problem('disk_full', { subject });
  const args = { subject, ...space, folder };
  return { code: 'disk_full', reach: REACH.disk_full, says: { code: 'disk_space_short', args } };
}

/** For a file locked by a known user; `untilMs` null: the lock has no known end. */
export function lockedBy(subject: string, by: string, untilMs: number | null): Problem {
  return { code: 'item_locked', reach: 'waiting', says: { code: 'item_locked_by', args: { subject, by, untilMs } } };
}

const REFUSALS: Readonly<Record<RefusalCode, StepCode>> = {
  name_invalid: 'name_not_allowed_by_service',
  no_permission: 'no_permission',
  locked: 'item_locked',
  quota_full: 'quota_full',
  too_large: 'too_large',
  cyclic: 'refused_by_service',
  digest_mismatch: 'corrupt_transfer',
  other: 'refused_by_service',
};

export function refusalProblem(
  refusal: { readonly code: RefusalCode; readonly says: AnswerWords },
  subject: string,
): Problem {
  return problem(REFUSALS[refusal.code], { subject, answer: refusal.says });
}

/** Null: not a problem; the item or its place has changed. */
export function remoteProblem(error: RemoteError, subject: string): Problem | null {
  const trouble = { subject, answer: error.says, retryAfterMs: error.retryAfterMs };
  switch (error.code) {
    case 'offline':
    case 'signed_out':
    case 'rate_limited':
      return problem(error.code, trouble);
    case 'unavailable':
      // With a retry time the whole service is affected. Without one it may be this item alone, which must not block the others
      // (I11).
      return problem(error.retryAfterMs === null ? 'service_error' : 'rate_limited', trouble);
    case 'not_found':
      return null;
    case 'no_permission':
    case 'not_ready':
    case 'unexpected':
      return problem(error.code === 'no_permission' ? 'no_permission' : 'service_error', trouble);
    default:
      return assertNever(error.code);
  }
}

const DISK: Readonly<Record<FileSystemErrorCode, StepCode | 'disk_error' | null>> = {
  not_found: null,
  exists: null,
  changed: null,
  denied: 'unwritable',
  busy: 'file_in_use',
  no_space: 'disk_full',
  too_large: 'too_large_for_disk',
  name_too_long: 'name_too_long',
  name_refused: 'name_not_allowed_here',
  not_supported: 'disk_error',
  io: 'disk_error',
};

/** Null: not a problem; the disk has changed. */
export function diskProblem(error: FileSystemError, subject: string, reading: boolean): Problem | null {
  const code = error.code === 'denied' && reading ? 'unreadable' : DISK[error.code];
  if (code === 'disk_error') {
    const reason = error.code === 'not_supported' ? 'not_supported' : 'io';
    return { code, reach: 'waiting', says: { code, args: { subject, reason } } };
  }
  return code === null ? null : problem(code, { subject });
}
