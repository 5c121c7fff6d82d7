import { createHash } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';

/** Where the objects are: `s3://bucket/folder?endpoint=…&region=…`, taken apart. */
export interface BucketAddress {
  readonly bucket: string;
  /** Beginning of every key, with its slash at the end; empty for none. */
  readonly prefix: string;
  /** Null means the one that Amazon has for the region. */
  readonly endpoint: string | null;
  readonly region: string;
}

/** A bucket that can be talked to. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly prefix: string;
  keyOf(blobId: string): string;
}

/** How long a connection may take to come about, and how long one may stand still, in milliseconds. */
const connectionTimeoutMs = 5_000;
const socketTimeoutMs = 60_000;

/** Requests to the store that run side by side in one process. */
const maxSockets = 100;

/** Makes the client. Credentials come from the environment (or the machine's role), as for every program of the SDK. */
export function openBucket({ bucket, prefix, endpoint, region }: BucketAddress): Bucket {
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // The checksums that the SDK adds by itself come after a streamed body, which gateways refuse with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      socketTimeout: socketTimeoutMs,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
  proveBodies(client);
  return { client, name: bucket, prefix, keyOf: (blobId) => prefix + blobId };
}

/** Each body that is sent carries its MD5: the store refuses bytes that were changed on their way. */
function proveBodies(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const { request } = args;
      if (isRequestWithBytes(request)) {
        request.headers['content-md5'] = createHash('md5').update(request.body).digest('base64');
      }
      return next(args);
    },
    { step: 'build', name: 'proveBodies', priority: 'low' },
  );
}

type RequestWithBytes = { readonly body: Uint8Array; readonly headers: Record<string, string> };

function isRequestWithBytes(request: unknown): request is RequestWithBytes {
  const isObject = typeof request === 'object' && request !== null;
  return isObject && 'headers' in request && 'body' in request && request.body instanceof Uint8Array;
}
