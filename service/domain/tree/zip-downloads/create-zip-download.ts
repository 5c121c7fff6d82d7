import { rootFolderId } from '../../../../contract/resources/ids.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { ZipItem, ZipRequest } from '../../../ports/metadata/items/zip-downloads.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { type NamedItem, portableName } from './archive-names.ts';
import { requireTurn } from './concurrent-downloads.ts';
import { planZip, type ZipPlan } from './zip-plan.ts';

/** Input of `createZipDownload`. */
export interface CreateZipDownload {
  readonly items: readonly ZipItem[];
  /** The name of the archive without its extension; by default that of a single item. */
  readonly name?: string | undefined;
  /** By which token and as whom it was asked for; null for a visitor of a page, who has no token. */
  readonly use: ZipRequest['use'];
  /** The network of a visitor without an account; absent for people with one. */
  readonly network?: string | null;
}

/** A ZIP download that can be started until `expiresAt`, in milliseconds since the epoch. */
export interface CreatedZipDownload {
  readonly id: string;
  readonly expiresAt: number;
  readonly nameConflicts: readonly (readonly [NamedItem, NamedItem])[];
}

/**
 * Prepares the download of items as one archive. The items are found again when it starts, with the rights of that time.
 * @throws Refusal if the caller may not download one of the items now, or above the limits.
 */
export async function createZipDownload(
  service: Service,
  caller: Caller,
  { items, name, use, network = null }: CreateZipDownload,
): Promise<CreatedZipDownload> {
  if (items.some(({ id }) => id === rootFolderId)) {
    throw new Refusal('bad_request', say`The root folder cannot be downloaded. Name the items in it.`);
  }
  const now = service.clock.now();
  const plan = await service.store.read(async (reads) => {
    await requireTurn(reads, { userId: caller.user.id, network }, now);
    return planZip(service, reads, caller, { items, missing: 'refuse' });
  });
  const { sharedLink } = caller;
  const request = {
    items,
    fileName: fileNameOf(name ?? nameOf(plan, items)),
    use,
    sharedLink: sharedLink && { itemId: sharedLink.itemId, stamp: sharedLink.stamp },
  };
  const record = {
    id: service.ids.hex(16),
    userId: caller.user.id,
    network,
    request,
    state: 'waiting' as const,
    seenAt: now,
    expiresAt: now + limits.downloadUrlLifeMs,
    totalFiles: 0,
    downloadedFiles: 0,
    skippedFiles: 0,
    skippedFolders: 0,
  };
  await service.store.transaction(({ zipDownloads }) => zipDownloads.insert(record), 'apart');
  return { id: record.id, expiresAt: record.expiresAt, nameConflicts: plan.nameConflicts };
}

/** The name of the only requested item, or a general one. */
function nameOf({ entries }: ZipPlan, items: readonly ZipItem[]): string {
  const [first] = entries;
  return items.length === 1 && first !== undefined ? (first.path.split('/')[0] ?? '') : 'Files';
}

function fileNameOf(name: string): string {
  return `${portableName(name.replace(/\.zip$/i, ''), 'folder')}.zip`;
}
