import type { Readable } from 'node:stream';
import { limits } from '../../../../contract/rules/limits.ts';
import { type MetadataReads, MetadataUnavailable } from '../../../ports/metadata-store.ts';
import { requireRevealed } from '../../access/reveal.ts';
import { openContent } from '../../kernel/contents/open-content.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal, refusedOr } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { type FoundContent, findContents, recordDownloads } from '../files/downloads/download-files.ts';
import type { ZipEntry } from './zip-plan.ts';

type FileEntry = Extract<ZipEntry, { readonly kind: 'file' }>;
type FolderEntry = Extract<ZipEntry, { readonly kind: 'empty_folder' }>;

/** Who asked for an archive, with the rights of now. @throws Refusal if that sign-in has ended. */
export type CallerNow = () => Promise<Caller>;

/** A part of an archive, ready to read. Times are in milliseconds since the epoch. */
export type ZipPart =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly sizeBytes: number;
      readonly modifiedAt: number;
      readonly bytes: Readable;
    }
  | FolderEntry;

/** The files that were read, and what was left out. */
interface Counts {
  downloadedFiles: number;
  skippedFiles: number;
  skippedFolders: number;
}

/**
 * The parts of an archive. Files are checked and recorded as downloads of their own, a few at a time, shortly before they are
 * read. A file that may not be downloaded, has gone, or is missing or damaged in the store is left out and counted. An archive may take hours, so
 * each batch asks again who the caller is: one whose sign-in has ended gets nothing more.
 */
export async function* zipParts(
  service: Service,
  callerNow: CallerNow,
  entries: readonly ZipEntry[],
  counts: Counts,
): AsyncGenerator<ZipPart> {
  const files = entries.filter((entry) => entry.kind === 'file');
  for (const batch of batchesOf(files)) {
    for (const { entry, found } of await patiently(service, async () => recorded(service, await callerNow(), batch))) {
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
  const folders = entries.filter((entry) => entry.kind === 'empty_folder');
  for (let start = 0; start < folders.length; start += foldersAtOnce) {
    const batch = folders.slice(start, start + foldersAtOnce);
    const left = await patiently(service, async () => leftOf(service, await callerNow(), batch));
    counts.skippedFolders += batch.length - left.length;
    yield* left;
  }
}

/** How long a work waits for an unavailable database before it tries again, in milliseconds. */
const retryMs = 500;

/** Repeats a work while the database is unavailable, until the archive counts as stalled: a short outage must not break it. */
async function patiently<T>({ clock }: Service, work: () => Promise<T>): Promise<T> {
  const until = clock.now() + limits.zipDownloadStallMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MetadataUnavailable) || clock.now() >= until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

/** Folders that are checked together. */
const foldersAtOnce = 50;

/** Those of these folders that the caller may still download. */
async function leftOf(
  service: Service,
  caller: Caller,
  folders: readonly FolderEntry[],
): Promise<readonly FolderEntry[]> {
  const find = ({ folderId: id }: FolderEntry, reads: MetadataReads) =>
    refusedOr(() => requireRevealed(reads, caller, 'bytes', { kind: 'folder', id }));
  const found = await service.store.read((reads) => together(folders.map((folder) => find(folder, reads))));
  return folders.filter((_folder, index) => !(found[index] instanceof Refusal));
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

/**
 * Null if this content alone cannot be read, which must not keep the others from the caller: nothing can be left out of an archive any
 * more once its name is in there. If the whole store is unavailable, the archive breaks: one that lacks files must not look complete.
 */
async function open(service: Service, { version }: FoundContent): Promise<Readable | null> {
  const { sizeBytes } = version;
  const opened = await patiently(service, async () =>
    refusedOr(async () => openContent(service, version, { sizeBytes })),
  );
  return opened instanceof Refusal ? null : opened;
}
