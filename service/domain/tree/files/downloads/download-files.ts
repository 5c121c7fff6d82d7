import { limits } from '../../../../../contract/rules/limits.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { VersionRecord } from '../../../../ports/metadata/items/versions.ts';
import { contentRefusal } from '../../../kernel/contents/content-fault.ts';
import { Refusal, refusedOr } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { recordUses } from '../../../streams/uses/record-use.ts';
import { type DownloadFile, findContent, readerOf } from './download-file.ts';

/** The whole content of a small file. `sha1` is lower-case hexadecimal. */
export interface SmallContent {
  readonly sha1: string;
  readonly bytes: Buffer;
}

/** The content of a file that the caller may download. */
export type FoundContent = { readonly itemId: string; readonly version: VersionRecord };

/**
 * Reads the contents of many small files. Each file is checked as by a download of its own, and a refusal affects only its own
 * file. All downloads are recorded in one change before the first byte is read.
 * @throws Refusal if this caller may download none of them, or while too many downloads wait to be recorded.
 */
export async function downloadFiles(
  service: Service,
  caller: Caller,
  files: readonly DownloadFile[],
): Promise<readonly (SmallContent | Refusal)[]> {
  const found = withinLimit(await findContents(service, caller, files));
  const opened = found.filter((one): one is FoundContent => !(one instanceof Refusal));
  const [first] = found;
  // A caller who may download none of them gets the refusal of a single download.
  if (opened.length === 0 && first instanceof Refusal) throw first;
  await recordDownloads(service, caller, opened);
  return Promise.all(found.map(async (one) => (one instanceof Refusal ? one : contentOf(service, one))));
}

/** Finds the contents of files; each is checked as by a download of its own. */
export function findContents(
  service: Service,
  caller: Caller,
  files: readonly DownloadFile[],
): Promise<readonly (FoundContent | Refusal)[]> {
  return service.store.read(async (reads) => {
    const found: (FoundContent | Refusal)[] = [];
    for (const file of files) {
      const content = await refusedOr(() => findContent(reads, caller, 'bytes', file));
      found.push(content instanceof Refusal ? content : { itemId: content.item.id, version: content.version });
    }
    return found;
  });
}

/** Refuses the files that would make the response too large; each can still be downloaded alone. */
function withinLimit(found: readonly (FoundContent | Refusal)[]): readonly (FoundContent | Refusal)[] {
  let bytes = 0;
  return found.map((one) => {
    if (one instanceof Refusal) return one;
    if (bytes + one.version.sizeBytes > limits.downloadBatchBytes) {
      const message = say`The files of a batch can have ${limits.downloadBatchBytes} bytes in total. Download file ${one.itemId} alone.`;
      return new Refusal('request_entity_too_large', message);
    }
    bytes += one.version.sizeBytes;
    return one;
  });
}

/** Records the downloads of these contents in one change. Nothing of them may be read before. */
export async function recordDownloads(service: Service, caller: Caller, found: readonly FoundContent[]): Promise<void> {
  let recorded: Promise<void> | null = null;
  const record = (): Promise<void> => {
    recorded ??= recordUses(
      service,
      caller,
      found.map(({ itemId }) => ({ what: 'download', itemId })),
    );
    return recorded;
  };
  const now = service.clock.now();
  await Promise.all(
    found.map(({ version }) =>
      service.uses.recorded({ reader: readerOf(caller, 'download', version), range: undefined, now }, record),
    ),
  );
}

async function contentOf(service: Service, { version }: FoundContent): Promise<SmallContent | Refusal> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await service.blobs.open(version.blobId)) chunks.push(Uint8Array.from(chunk));
    return { sha1: version.sha1, bytes: Buffer.concat(chunks) };
  } catch (error) {
    // A fault of one content must not keep the others from the caller.
    const refusal = await contentRefusal(service, version, error);
    if (refusal === null) throw error;
    return refusal;
  }
}
