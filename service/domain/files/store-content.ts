import { BlobSpaceExhausted, BlobTooLarge, type StoredBlob } from '../../ports/blob-store.ts';
import { MetadataUnavailable } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';

/** Bytes on their way in. */
export interface IncomingContent {
  readonly content: AsyncIterable<Uint8Array>;
  /** The SHA-1 that the sender computed, lower-case hexadecimal. */
  readonly sha1?: string | undefined;
}

/**
 * Stores a content and then runs `record`, which names it in the metadata. If anything fails before
 * `record` has committed, the blob is dropped; should even that fail, the collection of orphans finds it.
 * @throws Refusal `bad_digest` when other bytes arrived than the sender sent; `unavailable` when the disk is full.
 */
export async function withStoredContent<T>(
  service: Service,
  incoming: IncomingContent,
  maxBytes: number,
  record: (blob: StoredBlob) => Promise<T>,
): Promise<T> {
  const blob = await storeContent(service, incoming.content, maxBytes);
  try {
    if (incoming.sha1 !== undefined && incoming.sha1 !== blob.sha1) {
      const message = `The bytes that arrived have the SHA-1 ${blob.sha1}, not ${incoming.sha1}. Send them again.`;
      throw new Refusal('bad_digest', message);
    }
    return await record(blob);
  } catch (error) {
    await dropBlob(service, blob.blobId, error);
    throw error;
  }
}

/** Writes a content to the blob store and turns what it cannot take into refusals. */
async function storeContent(
  service: Service,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredBlob> {
  try {
    return await service.blobs.write(content, { maxBytes });
  } catch (error) {
    if (error instanceof BlobTooLarge) {
      const message = `A single request may bring at most ${maxBytes} bytes. Use an upload session for larger files.`;
      throw new Refusal('request_entity_too_large', message, { cause: error });
    }
    throw error instanceof BlobSpaceExhausted ? spaceRefusal(error) : error;
  }
}

/** Writes many small contents at once; their results are in the same order. */
export async function storeContents(service: Service, contents: readonly Uint8Array[]): Promise<readonly StoredBlob[]> {
  try {
    return await service.blobs.writeMany(contents);
  } catch (error) {
    throw error instanceof BlobSpaceExhausted ? spaceRefusal(error) : error;
  }
}

/** The service's own disk is full: nothing that the sender can change, except to come back later. */
export function spaceRefusal(cause: BlobSpaceExhausted): Refusal {
  const message = 'The service has no room for this content at the moment. Nothing was stored; try again later.';
  return new Refusal('unavailable', message, { retryAfterSeconds: 60, cause });
}

/**
 * Drops a blob after a failure, unless a row names it: what failed may have failed after the commit. Metadata that went away while
 * it was committing may come back with such a row. A failure here harms nobody: what stays without a reference is an orphan until
 * the next collection.
 */
export async function dropBlob(service: Service, blobId: string, because: unknown): Promise<void> {
  if (because instanceof MetadataUnavailable && because.written === 'unknown') return;
  const drop = async () => {
    const referenced = await service.store.read(({ blobs }) => blobs.referenced([blobId]));
    if (!referenced.has(blobId)) await service.blobs.delete(blobId);
  };
  await drop().catch(() => undefined);
}
