import type { BlobStore } from '../ports/blob-store.ts';

/** The result of a copy of all blobs. */
export interface CopiedContents {
  readonly copied: number;
  /** Bytes of the copied contents. */
  readonly bytes: number;
  /** Blobs that an earlier, interrupted copy had already stored. */
  readonly kept: number;
}

/** Blobs between two progress lines. */
const REPORT_EVERY = 1000;

/** Copies every blob that the target lacks; `say` reports progress. An interrupted copy resumes when it is run again. */
export async function copyContents(
  from: BlobStore,
  to: BlobStore,
  say: (sentence: string) => void,
): Promise<CopiedContents> {
  const present = await contentSizes(to);
  const report = progress(say);
  let kept = 0;
  for await (const { blobId, sizeBytes } of from.list()) {
    if (present.get(blobId) === sizeBytes) {
      kept += 1;
      continue;
    }
    if (present.has(blobId)) await to.delete(blobId);
    await to.write(await from.open(blobId), { maxBytes: sizeBytes, blobId });
    report.add(sizeBytes);
  }
  return { ...report.total(), kept };
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
