import type { BlobStore } from '../../ports/blob-store.ts';
import { BlobMissing, BlobUnreadable } from '../../ports/blob-store.ts';
import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../ports/metadata/items/versions.ts';
import type { Service } from '../service.ts';
import type { StoreFault } from './store-fault.ts';
import { treeFaults } from './verify-tree.ts';

/** Versions per read. */
const batch = 500;

/** A service, or a backup of one. */
type StoreAndContents = Pick<Service, 'store' | 'blobs'>;

/** The result of a verification. */
export interface Verification {
  readonly versions: number;
  readonly blobs: number;
  readonly bytes: number;
  readonly faults: readonly StoreFault[];
}

/**
 * Reads the content of every version and compares it with the digest in its row, compares the items with their versions and with each
 * other, and runs the database's own checks. It changes nothing.
 */
export async function verifyStore(service: StoreAndContents): Promise<Verification> {
  const faults: StoreFault[] = (await service.store.checkIntegrity()).map((message) => ({ kind: 'metadata', message }));
  const seen = new Map<string, Content | ContentFault>();
  let versions = 0;
  for (let after = '0'; ; ) {
    const page = await service.store.read(async (reads) => reads.versions.listAfter(after, batch));
    for (const version of page) {
      versions += 1;
      faults.push(...(await faultsOf(service, version, seen)));
    }
    const last = page.at(-1);
    if (!last || page.length < batch) break;
    after = last.id;
  }
  faults.push(...(await treeFaults(service.store)));
  const contents = [...seen.values()].filter((content) => typeof content !== 'string');
  const bytes = contents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { versions, blobs: contents.length, bytes, faults };
}

interface Content {
  readonly sha1: string;
  readonly sizeBytes: number;
}

type ContentFault = 'missing_blob' | 'damaged_blob';

async function faultsOf(
  service: StoreAndContents,
  version: VersionRecord,
  seen: Map<string, Content | ContentFault>,
): Promise<readonly StoreFault[]> {
  const { blobId } = version;
  // Content shared by several versions is read once.
  const content = seen.get(blobId) ?? (await readContent(service.blobs, blobId));
  seen.set(blobId, content);
  const item = await service.store.read(async ({ items }) => items.get(version.fileId));
  if (faultsIn(version, content, item).length === 0) return [];
  // People may have deleted the version since it was read.
  return service.store.read(async ({ versions, items }) => {
    const now = await versions.get(version.id);
    return now?.blobId === blobId ? faultsIn(now, content, await items.get(now.fileId)) : [];
  });
}

function faultsIn(
  version: VersionRecord,
  content: Content | ContentFault,
  item: ItemRecord | null,
): readonly StoreFault[] {
  const { id: versionId, fileId, blobId } = version;
  const faults: StoreFault[] = [];
  if (typeof content === 'string') faults.push({ kind: content, versionId, fileId, blobId });
  else if (content.sha1 !== version.sha1 || content.sizeBytes !== version.sizeBytes) {
    faults.push({ kind: 'damaged_blob', versionId, fileId, blobId });
  }
  if (isWrongIn(item, version)) faults.push({ kind: 'wrong_current_version', fileId });
  return faults;
}

async function readContent(blobs: BlobStore, blobId: string): Promise<Content | ContentFault> {
  try {
    return await blobs.digest(blobId);
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing_blob';
    if (error instanceof BlobUnreadable) return 'damaged_blob';
    throw error;
  }
}

function isWrongIn(item: ItemRecord | null, version: VersionRecord): boolean {
  if (item?.kind !== 'file') return true;
  if (item.versionId !== version.id) return false;
  return item.sha1 !== version.sha1 || item.sizeBytes !== version.sizeBytes;
}
