import { assertNever } from '../model/assert-never.ts';
import type { Problem, ProblemCode } from '../model/problem.ts';
import type { FileSystemError, FileSystemErrorCode } from '../ports/file-system.ts';
import type { RemoteError } from '../ports/remote.ts';
import type { RefusalCode } from '../ports/remote-refusal.ts';

/** What went wrong with what: `subject` is the path that people read, `detail` what the other side said. */
export type Trouble = { readonly subject: string; readonly detail?: string; readonly retryAfterMs?: number | null };

type Sentences = {
  readonly reach: Problem['reach'];
  readonly message: (trouble: Trouble) => string;
  readonly remedy: string;
};

/** The codes that end a step; those about names are the planner's, which knows a better one. */
type StepCode = Exclude<
  ProblemCode,
  'name_not_unicode' | 'name_taken_by_sibling' | 'held_by_guard' | 'excluded_here' | 'left_or_back' | 'internal_fault'
>;

/** The one table of what is said when a step fails. */
export const SENTENCES: Readonly<Record<StepCode, Sentences>> = {
  name_not_allowed_by_service: {
    reach: 'blocked',
    message: ({ subject }) => `The service does not take the name of "${subject}".`,
    remedy: 'Rename it; it is synced as soon as it has a name that the service takes.',
  },
  name_not_allowed_here: {
    reach: 'blocked',
    message: ({ subject }) => `This computer cannot store the name of "${subject}".`,
    remedy: 'Rename it on the service; it is synced as soon as it has a name that this computer can store.',
  },
  name_too_long: {
    reach: 'blocked',
    message: ({ subject }) => `The name or the path of "${subject}" is too long for this disk.`,
    remedy: 'Shorten its name or move it nearer to the top; it is synced as soon as it fits.',
  },
  unreadable: {
    reach: 'blocked',
    message: ({ subject }) => `"${subject}" cannot be read on this computer: access is denied.`,
    remedy: 'Give yourself the right to read it. It is tried again by itself.',
  },
  unwritable: {
    reach: 'blocked',
    message: ({ subject }) => `"${subject}" cannot be written on this computer: access is denied.`,
    remedy: 'Give yourself the right to write to its folder. It is tried again by itself.',
  },
  file_in_use: {
    reach: 'waiting',
    message: ({ subject }) => `"${subject}" is in use by another program.`,
    remedy: 'Close it there; it is synced as soon as the program lets go of it.',
  },
  disk_full: {
    reach: 'waiting',
    message: ({ subject }) => `There is not enough room on this disk for "${subject}".`,
    remedy: 'Free some space; it is tried again by itself.',
  },
  disk_error: {
    reach: 'waiting',
    message: ({ subject, detail }) => `The disk had trouble with "${subject}"${because(detail)}.`,
    remedy: 'It is tried again by itself. If this stays, check the disk.',
  },
  changing_while_read: {
    reach: 'waiting',
    message: ({ subject }) => `"${subject}" changes faster than it can be read.`,
    remedy:
      'It is synced as soon as it is left alone for a moment. If it never is, leave it out with a line in .tandemignore.',
  },
  grows_all_the_time: {
    reach: 'waiting',
    message: ({ subject }) => `"${subject}" grows all the time, so a version of it is sent only every few minutes.`,
    remedy: 'Nothing has to be done. If nobody needs it elsewhere, leave it out with a line in .tandemignore.',
  },
  no_permission: {
    reach: 'blocked',
    message: ({ subject }) => `The service does not let this account change "${subject}".`,
    remedy: 'Ask its owner for the right to edit. Your version stays on this computer.',
  },
  item_locked: {
    reach: 'waiting',
    message: ({ subject }) => `"${subject}" is locked on the service.`,
    remedy: 'It is tried again by itself; it goes on when the lock is taken off.',
  },
  too_large: {
    reach: 'blocked',
    message: ({ subject }) => `"${subject}" is larger than the service takes.`,
    remedy: 'Leave it out of the folder, or split it.',
  },
  quota_full: {
    reach: 'waiting',
    message: ({ subject }) => `There is no room left on the service for "${subject}".`,
    remedy: 'Empty the trash of the service or get more space; new files go on by themselves, all else is not held up.',
  },
  refused_by_service: {
    reach: 'blocked',
    message: ({ subject, detail }) => `The service refused "${subject}"${because(detail)}.`,
    remedy: 'Change or rename it; it is tried again after each change.',
  },
  gone_from_service: {
    reach: 'waiting',
    message: ({ subject }) => `"${subject}" is not on the service any more.`,
    remedy: 'The service is asked again by itself.',
  },
  moved_to_other_root: {
    reach: 'waiting',
    message: ({ subject }) =>
      `"${subject}" was moved to another synced folder, and is not on the service from there yet.`,
    remedy: 'It is taken away here as soon as it is safe there.',
  },
  name_conflict: {
    reach: 'waiting',
    message: ({ subject }) => `Something else keeps taking the place of "${subject}".`,
    remedy: 'It is tried again by itself; rename one of the two if this stays.',
  },
  corrupt_transfer: {
    reach: 'waiting',
    message: ({ subject }) => `"${subject}" arrived damaged twice and was not kept.`,
    remedy: 'It is tried again by itself. If this stays, check the network.',
  },
  service_error: {
    reach: 'waiting',
    message: ({ subject, detail }) => `The service could not handle "${subject}"${because(detail)}.`,
    remedy: 'It is tried again by itself.',
  },
  offline: {
    reach: 'account',
    message: () => 'The service cannot be reached.',
    remedy: 'Check the connection; syncing goes on as soon as it is back.',
  },
  signed_out: {
    reach: 'account',
    message: () => 'The service no longer accepts the sign-in of this computer.',
    remedy: 'Sign in again; syncing goes on where it stopped.',
  },
  rate_limited: {
    reach: 'account',
    message: () => 'The service asks for a pause.',
    remedy: 'Syncing goes on by itself after the time that the service named.',
  },
};

export function problem(code: StepCode, trouble: Trouble): Problem {
  const { reach, message, remedy } = SENTENCES[code];
  const { retryAfterMs } = trouble;
  return {
    code,
    reach,
    message: message(trouble),
    remedy,
    ...(retryAfterMs === undefined || retryAfterMs === null ? {} : { retryAfterMs }),
  };
}

/** For a file whose lock the service explains; `until` in words, null: nobody knows. */
export function lockedBy(subject: string, by: string, until: string | null): Problem {
  return {
    code: 'item_locked',
    reach: 'waiting',
    message: `"${subject}" is locked on the service by ${by}${until === null ? '' : ` until it ends ${until}`}.`,
    remedy: `It goes on by itself as soon as the lock is off; ask ${by} if it is urgent. Your version stays here.`,
  };
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
  refusal: { readonly code: RefusalCode; readonly message: string },
  subject: string,
): Problem {
  return problem(REFUSALS[refusal.code], { subject, detail: refusal.message });
}

/** Null: no trouble but news; the item or its place is not what it was. */
export function remoteProblem(error: RemoteError, subject: string): Problem | null {
  const trouble = { subject, detail: error.message, retryAfterMs: error.retryAfterMs };
  switch (error.code) {
    case 'offline':
    case 'signed_out':
    case 'rate_limited':
      return problem(error.code, trouble);
    case 'unavailable':
      // With a time the service speaks of itself; without one it may be this item alone, which must not stop the others (I11).
      return problem(error.retryAfterMs === null ? 'service_error' : 'rate_limited', trouble);
    case 'not_found':
      return null;
    case 'no_permission':
    case 'unexpected':
      return problem(error.code === 'no_permission' ? 'no_permission' : 'service_error', trouble);
    default:
      return assertNever(error.code);
  }
}

const DISK: Readonly<Record<FileSystemErrorCode, StepCode | null>> = {
  not_found: null,
  exists: null,
  changed: null,
  denied: 'unwritable',
  busy: 'file_in_use',
  no_space: 'disk_full',
  name_too_long: 'name_too_long',
  not_supported: 'disk_error',
  io: 'disk_error',
};

/** Null: no trouble but news; the disk is not as it was. */
export function diskProblem(error: FileSystemError, subject: string, reading: boolean): Problem | null {
  const code = error.code === 'denied' && reading ? 'unreadable' : DISK[error.code];
  return code === null ? null : problem(code, { subject, detail: error.message });
}

const because = (detail: string | undefined): string =>
  detail === undefined || detail === '' ? '' : `: ${detail.replace(/[.\s]+$/, '')}`;
