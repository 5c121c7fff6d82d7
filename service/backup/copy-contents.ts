import { BlobMissing, type BlobOriginal, type BlobStore, BlobUnreadable } from '../ports/blob-store.ts';
import { readContent } from './read-content.ts';

/** The result of a copy of all blobs. */
export interface CopiedContents {
  readonly copied: number;
  /** Bytes of the copied contents. */
  readonly bytes: number;
  /** Blobs that an earlier, interrupted copy had already stored. */
  readonly kept: number;
  /** Blobs, and packs of blobs, of the source that are damaged and were left out. */
  readonly unreadable: readonly string[];
}

/** Blobs between two progress lines. */
const REPORT_EVERY = 1000;

/**
 * Copies every readable blob that the target lacks; `say` reports progress. An interrupted copy resumes when it is run again.
 * @throws BlobStoreUnavailable, BlobSpaceExhausted
 */
export async function copyContents(
  from: BlobStore,
  to: BlobStore,
  say: (sentence: string) => void,
): Promise<CopiedContents> {
  const present = await contentSizes(to);
  const report = progress(say);
  const unreadable: string[] = [];
  let kept = 0;
  for await (const { blobId, sizeBytes } of from.list(({ blobId: skipped }) => unreadable.push(skipped))) {
    if (present.get(blobId) === sizeBytes) {
      kept += 1;
      continue;
    }
    // No contents are deleted meanwhile, so a missing one has lost a part.
    if ((await copyContent(from, to, { blobId, sizeBytes })) === 'copied') report.add(sizeBytes);
    else unreadable.push(blobId);
  }
  return { ...report.total(), kept, unreadable };
}

/**
 * Copies one content. An earlier copy stays until the new one is complete; `missing` and `damaged` are said of the source.
 * @throws BlobStoreUnavailable, BlobSpaceExhausted
 */
export async function copyContent(
  from: BlobStore,
  to: BlobStore,
  original: BlobOriginal,
): Promise<'copied' | 'missing' | 'damaged'> {
  try {
    await to.writeCopy(await readContent(from, original.blobId), original);
    return 'copied';
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing';
    if (error instanceof BlobUnreadable) return 'damaged';
    throw error;
  }
}

/** The size in bytes of every content in a store, by id. */
export async function contentSizes(blobs: BlobStore): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { blobId, sizeBytes } of blobs.list()) sizes.set(blobId, sizeBytes);
  return sizes;
}

/** Counts copied contents and reports every thousandth. */
export function progress(say: (sentence: string) => void) {
  let copied = 0;
  let bytes = 0;
  return {
    add(sizeBytes: number): void {
      copied += 1;
      bytes += sizeBytes;
      if (copied % REPORT_EVERY === 0) say(`Copied ${copied} contents, ${bytes} bytes.`);
    },
    total: () => ({ copied, bytes }),
  };
}
