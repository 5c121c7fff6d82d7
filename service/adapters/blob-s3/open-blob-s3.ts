import { DeleteObjectCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import { BlobMissing, type BlobStore, BlobStoreUnavailable, isBlobId } from '../../ports/blob-store.ts';
import { type Bucket, type BucketAddress, openBucket } from './bucket.ts';
import { composeBlob } from './compose-blob.ts';
import { deleteBlobs } from './delete-blobs.ts';
import { listBlobs, removeAbandonedUploads } from './list-blobs.ts';
import { readOwner, writeOwner } from './owner.ts';
import { digestBlob, feedBlob, readBlob, signedUrl } from './read-blob.ts';
import { asBlobError, statusOf } from './s3-errors.ts';
import { writeBlob, writeBlobs, writeCopy } from './write-blob.ts';

/*
 * The bucket holds one object per blob, named by the prefix and the blob's id. A new blob overwrites none. The only other things
 * in it are the object `owner` and multipart uploads that are in progress or that a crash left behind.
 */

/** The bucket does not exist or denies access, which only the operator can fix. */
class BucketRefused extends Error {
  readonly code = 'bucket_refused';
}

/** A bucket that takes longer to answer counts as unavailable, in milliseconds. */
const availableWithinMs = 2_000;

/** A store in a bucket, which can close its connections. */
export interface S3BlobStore extends BlobStore {
  close(): void;
}

/**
 * Opens the store in an existing bucket. An unreachable bucket may become reachable later, so only a refusal stops the start.
 * @throws BucketRefused
 */
export async function openBlobS3(address: BucketAddress, now: () => number = Date.now): Promise<S3BlobStore> {
  const bucket = openBucket(address);
  await requireBucket(bucket, address);
  const known = (blobId: string) => {
    if (!isBlobId(blobId)) throw new BlobMissing(blobId);
    return blobId;
  };
  return {
    write: async (content, options) => writeBlob(bucket, content, options),
    writeCopy: async (content, original) => writeCopy(bucket, content, { ...original, blobId: known(original.blobId) }),
    writeMany: async (contents) => writeBlobs(bucket, contents),
    compose: async (partIds) => composeBlob(bucket, partIds.map(known)),
    open: async (blobId, range, sizeBytes) => readBlob(bucket, known(blobId), range, sizeBytes),
    signedUrl: async (blobId, as) => signedUrl(bucket, known(blobId), as),
    feed: async (blobId, take) => feedBlob(bucket, known(blobId), take),
    digest: async (blobId) => digestBlob(bucket, known(blobId)),
    delete: async (blobId) => deleteBlob(bucket, blobId),
    deleteMany: async (blobIds) => deleteBlobs(bucket, blobIds),
    list: () => listBlobs(bucket),
    removeAbandoned: async () => removeAbandonedUploads(bucket, now()),
    owner: async () => readOwner(bucket),
    setOwner: async (id) => writeOwner(bucket, id),
    isAvailable: async () => {
      const abortSignal = AbortSignal.timeout(availableWithinMs);
      return bucket.client.send(new HeadBucketCommand({ Bucket: bucket.name }), { abortSignal }).then(
        () => true,
        () => false,
      );
    },
    close: () => {
      bucket.client.destroy();
      bucket.reader.destroy();
      bucket.signer?.destroy();
    },
  };
}

async function requireBucket({ client, name }: Bucket, { endpoint }: BucketAddress): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }));
  } catch (error) {
    const where = endpoint === null ? '' : ` at ${endpoint}`;
    const status = statusOf(error);
    if (status === 404) {
      throw new BucketRefused(`Bucket ${name}${where} does not exist. Create it, or choose another one with --blobs.`, {
        cause: error,
      });
    }
    if (status === 403 || (error instanceof Error && error.name === 'CredentialsProviderError')) {
      const remedy = 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to credentials with access.';
      throw new BucketRefused(`Access to bucket ${name}${where} is denied. ${remedy}`, { cause: error });
    }
    const known = asBlobError(error, name);
    if (!(known instanceof BlobStoreUnavailable)) throw known;
  }
}

async function deleteBlob({ client, name, keyOf }: Bucket, blobId: string): Promise<void> {
  if (!isBlobId(blobId)) return;
  try {
    await client.send(new DeleteObjectCommand({ Bucket: name, Key: keyOf(blobId) }));
  } catch (error) {
    const known = asBlobError(error, blobId);
    if (!(known instanceof BlobMissing)) throw known;
  }
}
