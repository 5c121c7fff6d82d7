import { say } from '../../../../contract/rules/say.ts';
import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import { parameterRefusal } from '../../refusal.ts';

/** The settings of a file request. */
export type RequestState = Pick<
  FileRequestRecord,
  'title' | 'description' | 'status' | 'isEmailRequired' | 'isDescriptionRequired' | 'expiresAt'
>;

/** Requested settings; absent ones stay as they are. */
export type RequestSettings = { readonly [Field in keyof RequestState]?: RequestState[Field] | undefined };

/** The current status: at its expiry a file request becomes inactive, even before the job has run. */
export function statusAt({ status, expiresAt }: RequestState, now: number): RequestState['status'] {
  return expiresAt !== null && expiresAt <= now ? 'inactive' : status;
}

/**
 * The settings after a request.
 * @throws Refusal `bad_request` for an expiry in the past, and for an active request that has expired.
 */
export function settledRequest(before: RequestState, wanted: RequestSettings, now: number): RequestState {
  if (typeof wanted.expiresAt === 'number' && wanted.expiresAt <= now) {
    const message = say`expires_at must be in the future. Send null for a file request that does not expire.`;
    throw parameterRefusal('bad_request', 'expires_at', message);
  }
  const after: RequestState = {
    title: wanted.title ?? before.title,
    description: wanted.description === undefined ? before.description : wanted.description,
    status: wanted.status ?? statusAt(before, now),
    isEmailRequired: wanted.isEmailRequired ?? before.isEmailRequired,
    isDescriptionRequired: wanted.isDescriptionRequired ?? before.isDescriptionRequired,
    expiresAt: wanted.expiresAt === undefined ? before.expiresAt : wanted.expiresAt,
  };
  if (after.status === 'active' && statusAt(after, now) === 'inactive') {
    const message = say`The file request has expired. Send a new expires_at, or null, together with the status "active".`;
    throw parameterRefusal('bad_request', 'status', message);
  }
  return after;
}
