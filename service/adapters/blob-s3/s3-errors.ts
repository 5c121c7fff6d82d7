import { BlobMissing, BlobSpaceExhausted, BlobStoreUnavailable, BlobUnreadable } from '../../ports/blob-store.ts';
import { networkCodes } from '../../ports/network-codes.ts';

/** Error names that the store returns to every caller: the operator has to fix the cause, and the caller can only retry later. */
const operatorNames: ReadonlySet<string> = new Set([
  'AccessDenied',
  'CredentialsProviderError',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'NoSuchBucket',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'SignatureDoesNotMatch',
  'SlowDown',
  'TimeoutError',
  'Unauthorized',
]);

const missingNames: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound']);

/** Refused reads that concern one object: it is archived, or shorter than the requested range. */
const objectNames: ReadonlySet<string> = new Set(['InvalidObjectState', 'InvalidRange']);

/** Maps an error of the store to the port's error types; other errors pass through. */
export function asBlobError(error: unknown, blobId: string): unknown {
  if (!(error instanceof Error)) return error;
  if (missingNames.has(error.name)) return new BlobMissing(blobId, error);
  if (error.name === 'QuotaExceeded' || statusOf(error) === 507) return new BlobSpaceExhausted(error);
  return isPassing(error) ? new BlobStoreUnavailable(error) : error;
}

/**
 * The same for the content of one object. A refusal that doesn't name a fault of this object may meet every read, so it must not count as
 * damage. A read cut short affects this object only.
 */
export function asReadError(error: unknown, blobId: string): unknown {
  const known = asBlobError(error, blobId);
  if (known !== error) return known;
  const isRefused = error instanceof Error && (statusOf(error) ?? 0) >= 400 && !objectNames.has(error.name);
  return isRefused ? new BlobStoreUnavailable(error) : new BlobUnreadable(blobId, error);
}

/** The HTTP status of the store's response; null when there was none. */
export function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null;
  const metadata: unknown = error.$metadata;
  const isObject = typeof metadata === 'object' && metadata !== null;
  return isObject && 'httpStatusCode' in metadata && typeof metadata.httpStatusCode === 'number'
    ? metadata.httpStatusCode
    : null;
}

function isPassing(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some((each) => each instanceof Error && isPassing(each));
  const code = 'code' in error ? String(error.code) : '';
  if (networkCodes.has(code) || operatorNames.has(error.name)) return true;
  const status = statusOf(error) ?? 0;
  return status >= 500 || status === 429;
}
