import type { FullFileRequest } from '../../../contract/resources/file-request.ts';
import type { MarkerPage } from '../../../contract/resources/paging.ts';
import type { FileRequestRecord } from '../../ports/metadata/file-requests.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { accessTo, hasRight, isTrashed, requireItem } from '../access/item-access.ts';
import { pagingById } from '../paging/id-paging.ts';
import { answerFileRequest } from '../representation/file-request.ts';
import type { Caller, Service } from '../service.ts';
import type { RequestView } from './require-file-request.ts';

/** Which file requests: all of one folder, or without one those that concern the caller. */
export interface ListFileRequests {
  readonly folderId: string | undefined;
  readonly marker: string | undefined;
  readonly limit: number;
}

/**
 * The file requests of a folder for whoever may list it, or those that the caller made or owns the folder of, newest first. What
 * leads into a folder that the caller does not reach any more, or that is in the trash, is left out: a page may hold less than its
 * limit and still not be the last.
 * @throws Refusal `not_found`, `trashed` for the folder; `invalid_parameter` for a foreign marker.
 */
export async function listFileRequests(
  service: Service,
  caller: Caller,
  { folderId, marker, limit }: ListFileRequests,
): Promise<MarkerPage<FullFileRequest>> {
  const list = ['file requests', caller.user.id, folderId ?? ''];
  const paging = pagingById(service, list, { marker, limit });
  // The newest is the first: what comes behind it has a smaller id.
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
