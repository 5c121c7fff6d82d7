import type { ConflictingItem } from '../../../../contract/resources/error.ts';
import { ApiError, isRateLimited, isUnreached } from '../../../api/api-error.ts';
import { itemId } from '../../model/ids.ts';
import { RemoteError, type RemoteErrorCode } from '../../ports/remote/remote.ts';
import type { Refusal, RefusalCode } from '../../ports/remote/remote-refusal.ts';

/** Error codes that the user must hear about, whatever the operation. */
const REFUSAL_OF_CODE: Readonly<Record<string, RefusalCode>> = {
  item_name_invalid: 'name_invalid',
  item_name_too_long: 'name_invalid',
  cyclical_folder_structure: 'cyclic',
  bad_digest: 'digest_mismatch',
  digest_mismatch: 'digest_mismatch',
  access_denied_insufficient_permissions: 'no_permission',
  forbidden: 'no_permission',
  forbidden_by_policy: 'no_permission',
  denied_by_policy: 'no_permission',
  insufficient_scope: 'no_permission',
  access_denied_item_locked: 'locked',
  storage_limit_exceeded: 'quota_full',
  file_size_limit_exceeded: 'too_large',
  request_entity_too_large: 'too_large',
};

/** Transient codes of one item, although their status looks like a refusal. */
const PASSING_CODES: ReadonlySet<string> = new Set(['operation_blocked_temporary', 'name_temporarily_reserved']);

/** Translates a failed change: a refusal is returned; any other error (`RemoteError`, cancellation) is thrown. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError) || PASSING_CODES.has(error.code)) throw remoteError(error);
  if (error.code === 'withdrawn') return { ok: false, reason: 'changed' };
  const code = REFUSAL_OF_CODE[error.code];
  if (code) return { ok: false, reason: 'refused', code, says: error.says };
  switch (error.status) {
    case 404:
      return { ok: false, reason: 'gone' };
    case 409:
      return { ok: false, reason: 'taken', ...conflictOf(error) };
    case 412:
      return { ok: false, reason: 'changed' };
    case 413:
      return { ok: false, reason: 'refused', code: 'too_large', says: error.says };
    case 423:
      return { ok: false, reason: 'refused', code: 'locked', says: error.says };
    case 400:
    case 403:
    case 405:
    case 410:
      return { ok: false, reason: 'refused', code: 'other', says: error.says };
    default:
      throw remoteError(error);
  }
}

/** Converts an error that is not an expected refusal to the port's error. Cancellations pass unchanged. */
export function remoteError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { retryAfterMs, isVoid } = error;
  return new RemoteError(remoteErrorCode(error), error.says, { cause: error, retryAfterMs, isVoid });
}

/** Does the requested item not exist? */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function remoteErrorCode(error: ApiError): RemoteErrorCode {
  if (error.isOfContentHost) return error.status === 404 ? 'not_found' : 'not_ready';
  if (isUnreached(error)) return 'offline';
  if (PASSING_CODES.has(error.code)) return 'not_ready';
  if (error.status === 401) return 'signed_out';
  if (error.status === 403) return 'no_permission';
  if (error.status === 404) return 'not_found';
  if (isRateLimited(error)) return 'rate_limited';
  // 408: the body came too slowly, so fewer at a time may help.
  return error.status === 408 || (error.status !== null && error.status >= 500) ? 'unavailable' : 'unexpected';
}

/** The item that holds the name: `conflicts` is an object for files, an array for folders, or absent. */
function conflictOf(error: ApiError): Pick<Extract<Refusal, { reason: 'taken' }>, 'existing' | 'existingKind'> {
  const conflicts = error.contextInfo?.conflicts;
  const first: ConflictingItem | undefined = Array.isArray(conflicts) ? conflicts[0] : conflicts;
  const { type, id } = first ?? {};
  if (id === undefined) return { existing: null, existingKind: null };
  return {
    existing: itemId(id),
    existingKind: type === 'file' || type === 'folder' || type === 'web_link' ? type : null,
  };
}

/**
 * The status of a refusal of a request for many files that says nothing about each of them: each is to be asked for alone. A proxy may refuse one
 * of them with a page of its own. Null: another error.
 */
export function refusedAsWhole(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null;
  const { says } = error;
  const isPage = typeof says !== 'string' && says.code === 'not_the_service';
  const status = isPage ? says.args.status : error.status;
  return status !== null && OF_WHOLE.has(status) ? status : null;
}

const OF_WHOLE: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 413, 414, 423]);
