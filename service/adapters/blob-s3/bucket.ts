import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { createPartMemory, type PartMemory } from './part-memory.ts';

/** The parsed form of `s3://bucket/folder?endpoint=…&region=…`. */
export interface BucketAddress {
  readonly bucket: string;
  /** Prefix of every key, with a trailing slash; empty for none. */
  readonly prefix: string;
  /** Null means Amazon's endpoint for the region. */
  readonly endpoint: string | null;
  /** Where clients reach the bucket; null: they don't. */
  readonly publicEndpoint: string | null;
  readonly region: string;
}

/** An open bucket. */
export interface Bucket {
  readonly client: S3Client;
  /** Reads objects. Each keeps its connection until its last byte is taken, which must not keep another request waiting. */
  readonly reader: S3Client;
  /** Signs URLs for clients and sends nothing; null: clients don't reach the bucket. */
  readonly signer: S3Client | null;
  readonly memory: PartMemory;
  readonly name: string;
  readonly prefix: string;
  keyOf(blobId: string): string;
}

/** Timeouts for connecting and for an idle connection, in milliseconds. */
const connectionTimeoutMs = 5_000;
const socketTimeoutMs = 60_000;

/** Concurrent requests to the store per process, except for reads: as many as there are downloads. */
const maxSockets = 100;

/** Creates the clients. Credentials come from the environment or the machine's role, as with every program that uses the SDK. */
export function openBucket({ bucket, prefix, endpoint, publicEndpoint, region }: BucketAddress): Bucket {
  const form = formAt(endpoint, region);
  const client = clientOf(form, maxSockets);
  proveBodies(client);
  const reader = clientOf(form, Number.POSITIVE_INFINITY);
  const signer = publicEndpoint === null ? null : new S3Client(formAt(publicEndpoint, region));
  return {
    client,
    reader,
    signer,
    memory: createPartMemory(),
    name: bucket,
    prefix,
    keyOf: (blobId) => prefix + blobId,
  };
}

function clientOf(form: S3ClientConfig, sockets: number): S3Client {
  return new S3Client({
    ...form,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      socketTimeout: socketTimeoutMs,
      httpAgent: { maxSockets: sockets },
      httpsAgent: { maxSockets: sockets },
    },
  });
}

/** The form of requests to an endpoint. */
const formAt = (endpoint: string | null, region: string): S3ClientConfig => ({
  region,
  ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  // The SDK's default checksums follow a streamed body as trailers, which gateways refuse with 411.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/** Sends the MD5 of each body, so that the store refuses bytes that were changed in transit. */
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

type RequestWithBytes = { readonly body: Uint8Array | string; readonly headers: Record<string, string> };

/** The deletion of many objects has a text as its body, and stores require its MD5. */
function isDeletion(request: object): boolean {
  const query = 'query' in request && typeof request.query === 'object' && request.query !== null ? request.query : {};
  return 'delete' in query && 'body' in request && typeof request.body === 'string';
}

function isRequestWithBytes(request: unknown): request is RequestWithBytes {
  if (typeof request !== 'object' || request === null || !('headers' in request) || !('body' in request)) return false;
  return request.body instanceof Uint8Array || isDeletion(request);
}
