import type { MarkerPage } from '../../../../contract/resources/paging.ts';
import type { FullFileRequest } from '../../../../contract/resources/surfaces/file-request.ts';
import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, hasRight, isTrashed, requireItem } from '../../access/item-access.ts';
import { pagingById } from '../../kernel/paging/id-paging.ts';
import type { Caller, Service } from '../../service.ts';
import { answerFileRequest } from './answer-file-request.ts';
import type { RequestView } from './require-file-request.ts';

/** Selects the file requests of one folder, or without a folder those that concern the caller. */
export interface ListFileRequests {
  readonly folderId: string | undefined;
  readonly marker: string | undefined;
  readonly limit: number;
}

/**
 * The file requests of a folder, for anyone who may list it, or those that the caller created or whose folder the caller owns,
 * newest first. Requests for folders that the caller can no longer access or that are in the trash are left out, so a page may be
 * short without being the last.
 * @throws Refusal `not_found`, `trashed` for the folder; `invalid_parameter` for a foreign marker.
 */
export async function listFileRequests(
  service: Service,
  caller: Caller,
  { folderId, marker, limit }: ListFileRequests,
): Promise<MarkerPage<FullFileRequest>> {
  const list = ['file requests', caller.user.id, folderId ?? ''];
  const paging = pagingById(service, list, { marker, limit });
  // Newest first, so later entries have smaller ids.
  const { after: beforeId, limit: read } = paging.wanted;
  return service.store.read(async (reads) => {
    const among =
      folderId === undefined
        ? ({ kind: 'person', userId: caller.user.id } as const)
        : ({ kind: 'folder', folderId: await folderOf(reads, caller, folderId) } as const);
    const rows = await reads.fileRequests.list(among, { beforeId, limit: read });
    const page = paging.pageOf(rows);
    const entries: FullFileRequest[] = [];
    for (const request of page.entries) {
      const view = await reachedView(reads, caller, request);
      if (view) entries.push(await answerFileRequest(service, reads, caller, view));
    }
    return { ...page, entries };
  });
}

async function folderOf(reads: MetadataReads, caller: Caller, folderId: string): Promise<string> {
  return (await requireItem(reads, caller, 'folder', folderId, 'list')).item.id;
}

async function reachedView(
  reads: MetadataReads,
  caller: Caller,
  request: FileRequestRecord,
): Promise<RequestView | null> {
  const item = await reads.items.get(request.folderId);
  if (item?.kind !== 'folder') return null;
  const ancestors = await reads.items.ancestors(item);
  const access = await accessTo(reads, caller, item, ancestors);
  if (!access || !hasRight(access, 'list') || isTrashed({ item, ancestors })) return null;
  return { request, folder: { item, ancestors, access } };
}
