import { say } from '../../../../contract/rules/say.ts';
import type { FolderRecord } from '../../../ports/metadata/items/items.ts';
import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import type { MetadataReads, TreesScope } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView, requireItem, requireRight } from '../../access/item-access.ts';
import type { Action } from '../../access/permissions/rights.ts';
import { treesOf } from '../../change/scope.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';

/** A file request with its folder and the caller's access to it. */
export interface RequestView {
  readonly request: FileRequestRecord;
  readonly folder: ItemView<FolderRecord>;
}

/**
 * Finds a file request whose folder the caller may act on.
 * @throws Refusal `not_found` if there is none, or the caller has no access to the folder.
 */
export async function requireFileRequest(
  reads: MetadataReads,
  caller: Caller,
  id: string,
  action: Action,
): Promise<RequestView> {
  const request = await reads.fileRequests.get(id);
  const item = request && (await reads.items.get(request.folderId));
  const ancestors = item?.kind === 'folder' ? await reads.items.ancestors(item) : [];
  const access = item ? await accessTo(reads, caller, item, ancestors) : null;
  if (!request || item?.kind !== 'folder' || !access) {
    throw new Refusal('not_found', say`File request ${id} does not exist, or you have no access to its folder.`);
  }
  const folder = { item, ancestors, access };
  requireRight(folder, action);
  return { request, folder };
}

/**
 * Finds a live folder that the caller may create a file request for.
 * @throws Refusal `bad_request` for the root.
 */
export async function requireRequestFolder(
  reads: MetadataReads,
  caller: Caller,
  folderId: string,
): Promise<ItemView<FolderRecord>> {
  const folder = await requireItem(reads, caller, 'folder', folderId, 'organise');
  if (folder.item.parentId !== null) return folder;
  const message = say`A file request cannot use the root folder. Choose a folder in it.`;
  throw parameterRefusal('bad_request', 'folder.id', message);
}

/** The trees of a file request's folder and of other folders. It is empty without the request, and the change finds out. */
export async function treesOfRequest(
  { store }: Service,
  caller: Caller,
  id: string,
  ...folderIds: readonly string[]
): Promise<TreesScope> {
  const request = await store.read(({ fileRequests }) => fileRequests.get(id));
  return treesOf(caller, request?.folderId, ...folderIds);
}
