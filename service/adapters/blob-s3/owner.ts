import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { BlobMissing } from '../../ports/blob-store.ts';
import type { Bucket } from './bucket.ts';
import { asBlobError } from './s3-errors.ts';

const ownerObject = 'owner';

/** The id of the database whose contents the bucket holds; null while there is none. */
export async function readOwner({ client, name, prefix }: Bucket): Promise<string | null> {
  try {
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: name, Key: prefix + ownerObject }));
    return (await body?.transformToString()) ?? null;
  } catch (error) {
    const known = asBlobError(error, ownerObject);
    if (known instanceof BlobMissing) return null;
    throw known;
  }
}

/** Replaces the id. */
export async function writeOwner({ client, name, prefix }: Bucket, id: string): Promise<void> {
  const put = { Bucket: name, Key: prefix + ownerObject, Body: Buffer.from(id), ContentType: 'text/plain' };
  try {
    await client.send(new PutObjectCommand(put));
  } catch (error) {
    throw asBlobError(error, ownerObject);
  }
}
