import type { Words } from '../../../preload/words/message.ts';
import { type ApiError, isUnreached } from '../../api/api-error.ts';
import type { RefusedContent } from './content-answer.ts';
import type { ContentHeaders } from './content-headers.ts';

/** Statuses that mean the same to the page. Any other status is treated as a service failure. */
const passedOn: ReadonlySet<number> = new Set([403, 404, 410, 416]);

export function refusalOf(cause: ApiError): RefusedContent {
  if (isUnreached(cause)) return refused(503, { code: 'offline', args: {} });
  return refused(cause.status !== null && passedOn.has(cause.status) ? cause.status : 502, cause.says);
}

export const refused = (status: number, says: Words, headers: ContentHeaders = {}): RefusedContent => ({
  status,
  headers,
  says,
});
