import type { FileRequestRecord } from '../../ports/metadata/file-requests.ts';
import { parameterRefusal } from '../refusal.ts';

/** What people set of a file request. */
export type RequestState = Pick<
  FileRequestRecord,
  'title' | 'description' | 'status' | 'isEmailRequired' | 'isDescriptionRequired' | 'expiresAt'
>;

/** What a request wants of it; what is absent stays as it is. */
export type RequestSettings = { readonly [Field in keyof RequestState]?: RequestState[Field] | undefined };

/** The status as it is now: the moment of its end makes a file request inactive, before any job has seen it. */
export function statusAt({ status, expiresAt }: RequestState, now: number): RequestState['status'] {
  return expiresAt !== null && expiresAt <= now ? 'inactive' : status;
}

/** The settings after a request. @throws Refusal `bad_request` for an end in the past, and for an active one that has ended. */
export function settledRequest(before: RequestState, wanted: RequestSettings, now: number): RequestState {
  if (typeof wanted.expiresAt === 'number' && wanted.expiresAt <= now) {
    const message = 'expires_at must lie in the future. Send null for a file request that does not end.';
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
    const message = 'The file request has expired. Send a new expires_at, or null, together with the status "active".';
    throw parameterRefusal('bad_request', 'status', message);
  }
  return after;
}
