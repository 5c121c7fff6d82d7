import { limits } from '../../../../contract/rules/limits.ts';
import { BlobMissing } from '../../../ports/blob-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { type FoundContent, findContents, recordDownloads } from '../files/downloads/download-files.ts';
import type { ZipEntry } from './zip-plan.ts';

type FileEntry = Extract<ZipEntry, { readonly kind: 'file' }>;

/** A part of an archive, ready to read. Times are in milliseconds since the epoch. */
export type ZipPart =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly sizeBytes: number;
      readonly modifiedAt: number;
      readonly bytes: AsyncIterable<Uint8Array>;
    }
  | Extract<ZipEntry, { readonly kind: 'empty_folder' }>;

/** The files that were read, and those that were left out. */
interface Counts {
  downloadedFiles: number;
  skippedFiles: number;
}

/**
 * The parts of an archive. Files are checked and recorded as downloads of their own, a few at a time, shortly before they are
 * read. A file that may not be downloaded, has gone or is missing in the store is left out and counted.
 */
export async function* zipParts(
  service: Service,
  caller: Caller,
  entries: readonly ZipEntry[],
  counts: Counts,
): AsyncGenerator<ZipPart> {
  const files = entries.filter((entry) => entry.kind === 'file');
  for (const batch of batchesOf(files)) {
    for (const { entry, found } of await recorded(service, caller, batch)) {
      const bytes = found instanceof Refusal ? null : await open(service, found);
      if (bytes === null || found instanceof Refusal) {
        counts.skippedFiles += 1;
        continue;
      }
      const { sizeBytes, contentModifiedAt } = found.version;
      yield { kind: 'file', path: entry.path, sizeBytes, modifiedAt: contentModifiedAt, bytes };
      counts.downloadedFiles += 1;
    }
  }
  yield* entries.filter((entry) => entry.kind === 'empty_folder');
}

/** Files that are checked and recorded together; a large one is alone. */
function* batchesOf(files: readonly FileEntry[]): Generator<readonly FileEntry[]> {
  let batch: FileEntry[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = batch.length === limits.downloadBatchFiles || bytes + file.sizeBytes > limits.downloadBatchBytes;
    if (batch.length > 0 && isFull) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.sizeBytes;
  }
  if (batch.length > 0) yield batch;
}

async function recorded(service: Service, caller: Caller, batch: readonly FileEntry[]) {
  const contents = await findContents(service, caller, batch);
  await recordDownloads(
    service,
    caller,
    contents.filter((found): found is FoundContent => !(found instanceof Refusal)),
  );
  return batch.flatMap((entry, index) => {
    const found = contents[index];
    return found === undefined ? [] : [{ entry, found }];
  });
}

/** Null if the store has lost the content, which must not keep the others from the caller. */
async function open({ blobs }: Service, { version }: FoundContent): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return await blobs.open(version.blobId);
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}
