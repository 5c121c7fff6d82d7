import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../../ports/blob-store.ts';
import type { Service } from '../../service.ts';
import { type Content, contentRefusal, reportFault } from './content-fault.ts';

/**
 * Opens a content and awaits its first bytes, since an answer that has begun can no longer be refused. Destroy it when you stop reading early.
 * `sizeBytes`: as in `BlobStore.open`.
 * @throws Refusal if this content alone cannot be read; BlobStoreUnavailable.
 */
export async function openContent(
  service: Service,
  content: Content,
  { range, sizeBytes }: { readonly range?: ByteRange | undefined; readonly sizeBytes?: number } = {},
): Promise<Readable> {
  try {
    const opened = await service.blobs.open(content.blobId, range, sizeBytes);
    const bytes = opened instanceof Readable ? opened : Readable.from(opened, { objectMode: false });
    await firstBytes(bytes);
    // A later read may fail while nobody reads: the failure then meets the reader, and must not end the process.
    return bytes.on('error', (error) => reportFault(service, content, error));
  } catch (error) {
    throw (await contentRefusal(service, content, error)) ?? error;
  }
}

/** Resolves when something can be read, or at the end of an empty stream: one that came whole before anyone listened is never readable. */
async function firstBytes(bytes: Readable): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(bytes, 'readable', { signal }), once(bytes, 'end', { signal })]);
  } finally {
    over.abort();
  }
}
