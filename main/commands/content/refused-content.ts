import { type ApiError, isUnreached } from '../../api/api-error.ts';
import type { ContentAnswer } from './content-answer.ts';
import type { ContentHeaders } from './content-headers.ts';

/** Statuses that mean the same to the page. Any other status is treated as a service failure. */
const passedOn: ReadonlySet<number> = new Set([403, 404, 410, 416]);

export function refusalOf(cause: ApiError): ContentAnswer {
  if (isUnreached(cause)) return refused(503, 'The service cannot be reached.');
  return refused(cause.status !== null && passedOn.has(cause.status) ? cause.status : 502, cause.message);
}

export function refused(status: number, message: string, headers: ContentHeaders = {}): ContentAnswer {
  const text = new TextEncoder().encode(message);
  const said = {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(text.byteLength),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status, headers: said, body: once(text) };
}

export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
