import type { Readable } from 'node:stream';
import type { ByteRange, ServedAs } from '../../../../ports/blob-store.ts';
import type { FileRecord } from '../../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../../ports/metadata/items/versions.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import type { Revealed } from '../../../access/permissions/reveals.ts';
import { requireRevealed } from '../../../access/reveal.ts';
import { openContent } from '../../../kernel/contents/open-content.ts';
import type { Caller, Service } from '../../../service.ts';
import { type ItemUse, recordUse } from '../../../streams/uses/record-use.ts';
import { readerOfVersion, requireVersion } from '../../versions/require-version.ts';

/** Readable content: its properties, and a function to open all of it or a range. */
export interface Download {
  readonly fileName: string;
  readonly versionId: string;
  /** Lower-case hexadecimal. */
  readonly sha1: string;
  readonly sizeBytes: number;
  /** When the content was last modified, in milliseconds since the epoch. */
  readonly contentModifiedAt: number;
  /**
   * Opens the content after recording its use, unless it continues a recorded one; the range must be within the content.
   * @throws as `openContent`.
   */
  open(range?: ByteRange): Promise<Readable>;
  /**
   * Instead of `open`: a URL on the store itself, good for a minute, after recording the use; null if the content passes through the service.
   * `range`: what the client will read there.
   */
  signedUrl(as: ServedAs, range?: ByteRange): Promise<string | null>;
}

/** Input of `downloadFile`; the default version is the current one. */
export interface DownloadFile {
  readonly fileId: string;
  readonly versionId?: string | undefined;
}

/** Finds the content of a file for a caller who may download it. */
export async function downloadFile(service: Service, caller: Caller, request: DownloadFile): Promise<Download> {
  return contentOf(service, caller, 'download', request);
}

/** Finds the current content of a file for a caller who may preview it, with or without the right to download. */
export async function previewFile(service: Service, caller: Caller, fileId: string): Promise<Download> {
  return contentOf(service, caller, 'preview', { fileId });
}

/** Finds the current content of a file for a thumbnail, for a caller who may preview it. */
export async function drawnFile(service: Service, caller: Caller, fileId: string): Promise<Download> {
  return contentOf(service, caller, 'drawing', { fileId });
}

/** Ways to open content: the required right, and the recorded use. Thumbnails in a listing are not a use. */
const openings = {
  download: { revealed: 'bytes', what: 'download' },
  preview: { revealed: 'preview', what: 'preview' },
  drawing: { revealed: 'preview', what: null },
} as const satisfies Record<string, { readonly revealed: Revealed; readonly what: ItemUse['what'] | null }>;

/**
 * Whole contents of this size are often cut off and continued by a range, perhaps through another process. For smaller ones a
 * continuation there counts as another use, which saves each of their downloads a row.
 */
const oftenContinuedBytes = 1024 ** 2;

/** Smaller contents take less time through the service than a second request to the store. */
const leastSignedBytes = 1024 ** 2;

/** The only path from one file to its content, so that every access is checked and recorded. */
async function contentOf(
  service: Service,
  caller: Caller,
  opening: keyof typeof openings,
  request: DownloadFile,
): Promise<Download> {
  const { revealed, what } = openings[opening];
  const { item, version } = await service.store.read(async (reads) => findContent(reads, caller, revealed, request));
  const { sha1, sizeBytes, blobId, contentModifiedAt } = version;
  const recordRead = async (range: ByteRange | undefined) => {
    if (what === null) return;
    const reader = readerOf(caller, what, version);
    const isStart = range === undefined || range.start === 0;
    const series = range !== undefined || sizeBytes >= oftenContinuedBytes ? { reader, isStart } : null;
    const record = async () => recordUse(service, caller, { what, itemId: item.id }, series);
    await service.uses.recorded({ reader, range, now: service.clock.now() }, record);
  };
  return {
    fileName: item.name,
    versionId: version.id,
    sha1,
    sizeBytes,
    contentModifiedAt,
    open: async (range) => {
      await recordRead(range);
      return openContent(service, version, { range });
    },
    signedUrl: async (as, range) => {
      const url = sizeBytes < leastSignedBytes ? null : await service.blobs.signedUrl(blobId, as);
      if (url !== null) await recordRead(range);
      return url;
    },
  };
}

/** A file and its requested version, for a caller to whom it may be revealed to this extent. */
export async function findContent(
  reads: MetadataReads,
  caller: Caller,
  revealed: Revealed,
  { fileId, versionId }: DownloadFile,
): Promise<{ readonly item: FileRecord; readonly version: VersionRecord }> {
  const file = { kind: 'file' as const, id: fileId };
  const { item } = await requireRevealed(reads, caller, revealed, file);
  const reader = readerOfVersion(caller, item, versionId);
  if (reader !== caller) await requireRevealed(reads, reader, revealed, file);
  return { item, version: await requireVersion(reads, item.id, versionId ?? item.versionId) };
}

/** The reader and the content, for the log of uses. */
export function readerOf(caller: Caller, what: ItemUse['what'], { id }: Pick<VersionRecord, 'id'>): string {
  return JSON.stringify([what, caller.user.id, caller.sharedLink?.stamp ?? null, id]);
}
