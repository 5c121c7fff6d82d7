import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { isBlobId, type ListedBlob } from '../../ports/blob-store.ts';
import type { Bucket } from './bucket.ts';
import { asBlobError } from './s3-errors.ts';

/** An upload that started this long ago is abandoned: one day, in milliseconds. */
const abandonedAfterMs = 24 * 3600 * 1000;

/** All objects whose names are valid blob ids. */
export async function* listBlobs({ client, name, prefix }: Bucket): AsyncGenerator<ListedBlob> {
  try {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix })) {
      for (const { Key: key = '', Size: sizeBytes = 0, LastModified: storedAt } of page.Contents ?? []) {
        const blobId = key.slice(prefix.length);
        if (isBlobId(blobId) && storedAt) yield { blobId, sizeBytes, storedAt: storedAt.getTime() };
      }
    }
  } catch (error) {
    throw asBlobError(error, prefix);
  }
}

/** Aborts abandoned multipart uploads, whose parts cost storage but are not visible. Returns how many. */
export async function removeAbandonedUploads(bucket: Bucket, now: number): Promise<number> {
  const { client, name, prefix } = bucket;
  let removed = 0;
  try {
    for await (const { Key: key, UploadId: uploadId, Initiated: begun } of unfinishedUploads(bucket)) {
      if (key === undefined || uploadId === undefined || !begun) continue;
      if (!isBlobId(key.slice(prefix.length)) || begun.getTime() > now - abandonedAfterMs) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: uploadId }));
      removed += 1;
    }
    return removed;
  } catch (error) {
    throw asBlobError(error, prefix);
  }
}

async function* unfinishedUploads({ client, name, prefix }: Bucket): AsyncGenerator<MultipartUpload> {
  let place: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } = {};
  for (;;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix, ...place }));
    yield* page.Uploads ?? [];
    const { IsTruncated: isMore, NextKeyMarker: key, NextUploadIdMarker: upload } = page;
    if (!isMore || key === undefined) return;
    place = { KeyMarker: key, ...(upload === undefined ? {} : { UploadIdMarker: upload }) };
  }
}
