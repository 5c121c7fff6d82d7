import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
} from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';

/** S3 limit: the maximum number of parts of an object. */
export const maxParts = 10_000;

/** Names an upload in the requests for its parts. */
export interface MultipartUpload {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** Creates an object from the parts that `upload` stores, which resolves with them in order. A failed upload is aborted. */
export async function multipartUpload(
  { client, name, keyOf }: Bucket,
  blobId: string,
  upload: (to: MultipartUpload) => Promise<CompletedPart[]>,
): Promise<void> {
  const target = { Bucket: name, Key: keyOf(blobId) };
  const create = new CreateMultipartUploadCommand({ ...target, ContentType: 'application/octet-stream' });
  const to = { ...target, UploadId: (await client.send(create)).UploadId };
  try {
    const parts = await upload(to);
    await client.send(new CompleteMultipartUploadCommand({ ...to, MultipartUpload: { Parts: parts } }));
  } catch (error) {
    // If this fails too, `removeAbandoned` finds the unfinished upload.
    await client.send(new AbortMultipartUploadCommand(to)).catch(() => undefined);
    throw error;
  }
}
