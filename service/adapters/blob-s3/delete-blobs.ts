import { DeleteObjectsCommand } from '@aws-sdk/client-s3';
import { BlobMissing, isBlobId } from '../../ports/blob-store.ts';
import type { Bucket } from './bucket.ts';
import { asBlobError } from './s3-errors.ts';

/** Objects per request: the limit of the interface. */
const atOnce = 1000;

/** An object that the store did not delete. */
class ObjectKept extends Error {
  constructor(key: string, code: string, message: string) {
    super(`The store did not delete ${key}: ${message}`);
    this.name = code;
  }
}

/** Deletes blobs with one request per thousand. Returns those that could not be deleted, with the reason. */
export async function deleteBlobs(bucket: Bucket, blobIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const failed = new Map<string, unknown>();
  const known = blobIds.filter(isBlobId);
  for (let start = 0; start < known.length; start += atOnce) {
    const some = known.slice(start, start + atOnce);
    try {
      await deleteSome(bucket, some, failed);
    } catch (error) {
      for (const id of some) failed.set(id, asBlobError(error, id));
    }
  }
  return failed;
}

async function deleteSome(
  { client, name, prefix, keyOf }: Bucket,
  blobIds: readonly string[],
  failed: Map<string, unknown>,
): Promise<void> {
  const objects = blobIds.map((id) => ({ Key: keyOf(id) }));
  const request = new DeleteObjectsCommand({ Bucket: name, Delete: { Objects: objects, Quiet: true } });
  for (const { Key = '', Code = '', Message = '' } of (await client.send(request)).Errors ?? []) {
    const id = Key.slice(prefix.length);
    const cause = asBlobError(new ObjectKept(Key, Code, Message), id);
    if (!(cause instanceof BlobMissing)) failed.set(id, cause);
  }
}
