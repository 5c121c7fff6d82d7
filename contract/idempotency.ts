import { z } from 'zod';
import type { Method } from './operation.ts';
import { limits } from './rules/limits.ts';

/**
 * Idempotency keys (draft-ietf-httpapi-idempotency-key-header). A changing request may carry a key that its sender chose. The
 * service stores the answer in the transaction of the change and gives it again when the request is repeated.
 */

/** The request header with the key. */
export const KEY_HEADER = 'idempotency-key';
/** The answer header that marks a stored answer: `true`. */
export const REPLAYED_HEADER = 'idempotency-replayed';
/** The answer header by which a service announces that it knows keys, e.g. `days=7`: how long it remembers an answer. */
export const KEYS_ANNOUNCED_HEADER = 'svc-idempotency-keys';

/** A key: visible ASCII characters. The quotation marks of the draft (RFC 9651 3.3.3) are accepted and dropped. */
export const idempotencyKey = z
  .string()
  .transform((text) => text.replace(/^"(.*)"$/, '$1'))
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^[!-~]{${limits.idempotencyKeyMinLength},${limits.idempotencyKeyMaxLength}}$`),
        `must have ${limits.idempotencyKeyMinLength} to ${limits.idempotencyKeyMaxLength} visible ASCII characters, without spaces`,
      ),
  );

/** True for the methods of changing requests; a key on any other means nothing. */
export function takesKey(method: Method): boolean {
  return method === 'POST' || method === 'PUT' || method === 'DELETE';
}

/** The value of the announcing header. */
export function formatKeysAnnounced(lifeMs: number): string {
  return `days=${Math.floor(lifeMs / dayMs)}`;
}

/** How long a service remembers answers, in milliseconds; null when it did not say or said it in another form. */
export function parseKeysAnnounced(text: string | undefined): number | null {
  const days = Number(/^days=(\d{1,4})$/.exec(text?.trim() ?? '')?.[1] ?? 0);
  return days > 0 ? days * dayMs : null;
}

const dayMs = 24 * 3600 * 1000;

/** The description of the header in the OpenAPI document. */
export const keyText = `Names this request, so that it can be repeated safely when its answer is lost: ${limits.idempotencyKeyMinLength} to ${limits.idempotencyKeyMaxLength} visible ASCII characters, best a random UUID, another one for each request. The service stores the answer together with the change for ${limits.idempotencyKeyLifeMs / dayMs} days, per user. A repeat changes nothing and gets the stored answer with "Idempotency-Replayed: true". Stored are successes and refusals with the status 403, 404, 409, 410 or 412. Not stored are requests that are not valid, lack a token or a scope, brought damaged bytes or have to wait (Retry-After): repeat those with the same key. The same key with another request is 422 idempotency_key_reuse. What counts is method, path, query, headers such as If-Match, and the JSON body; of an upload the attributes and the declared SHA-1 (Content-MD5, Digest, or sha1 of each entry), so that a repeat is answered before its bytes are read. Bytes without a declared SHA-1 are read and compared. While the first request is running, a repeat is 409 idempotency_key_in_progress with Retry-After.`;
