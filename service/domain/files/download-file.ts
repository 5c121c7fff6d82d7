import type { ByteRange } from '../../ports/blob-store.ts';
import type { VersionRecord } from '../../ports/metadata/versions.ts';
import { requireItem } from '../access/item-access.ts';
import { requireDownloadable } from '../access/locks.ts';
import type { Caller, Service } from '../service.ts';
import { requireVersion } from '../versions/require-version.ts';

/** A content that may be read: what to say about it, and how to open all of it or a range. */
export interface Download {
  readonly fileName: string;
  readonly versionId: string;
  /** Lower-case hexadecimal. */
  readonly sha1: string;
  readonly sizeBytes: number;
  /** When the content was last modified, in milliseconds since the epoch. */
  readonly contentModifiedAt: number;
  /** Opens the content; the range must lie within it. */
  open(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** What `downloadFile` is told; without a version the current one is meant. */
export interface DownloadFile {
  readonly fileId: string;
  readonly versionId?: string | undefined;
}

/** Finds the bytes of a file for a caller who may download it. */
export async function downloadFile(
  service: Service,
  caller: Caller,
  { fileId, versionId }: DownloadFile,
): Promise<Download> {
  return service.store.read(async (reads) => {
    const { item } = await requireItem(reads, caller, 'file', fileId, 'download');
    requireDownloadable(item, { caller, now: service.clock.now() });
    const version = await requireVersion(reads, item.id, versionId ?? item.versionId);
    return downloadOf(service, item.name, version);
  });
}

/** What is said of a version that may be read, and how it is opened. */
export function downloadOf(service: Service, fileName: string, version: VersionRecord): Download {
  const { id: versionId, sha1, sizeBytes, blobId, contentModifiedAt } = version;
  const open = (range?: ByteRange) => service.blobs.open(blobId, range);
  return { fileName, versionId, sha1, sizeBytes, contentModifiedAt, open };
}
