import { rootFolderId } from '../../../../contract/resources/ids.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { findItem, type ItemView, requireItem, requireRight } from '../../access/item-access.ts';
import { requireFreeName } from '../../access/names.ts';
import { requireSpace } from '../../access/room.ts';
import { type Place, placeIn } from '../../change/place.ts';
import type { Caller, Service } from '../../service.ts';
import { requireNewVersion } from '../files/preflight-upload.ts';

/** The result of a commit, checked before the parts are assembled and again in the final transaction. */
export type CommitTarget =
  | { readonly kind: 'new_file'; readonly place: Place; readonly fileName: string }
  | { readonly kind: 'new_version'; readonly view: ItemView<FileRecord>; readonly fileName: string };

/** The checks that a commit shares with other uploads. */
export async function requireTarget(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  session: UploadSessionRecord,
  ifMatch: string | undefined,
): Promise<CommitTarget> {
  const { target, fileSizeBytes, storedBytes } = session;
  if (target.kind === 'new_version') {
    const { fileId, fileName } = target;
    const name = fileName ?? undefined;
    const claim = { fileId, name, sizeBytes: fileSizeBytes, ifMatch, heldBytes: storedBytes };
    const view = await requireNewVersion(service, reads, caller, claim);
    return { kind: 'new_version', view, fileName: fileName ?? view.item.name };
  }
  const place = placeIn(await requireItem(reads, caller, 'folder', folderIdFor(caller, target), 'upload'));
  await requireFreeName(reads, { folder: place.folder, name: target.fileName, kind: 'file' });
  await requireSpace(reads, place.folder.ownerId, fileSizeBytes - storedBytes);
  return { kind: 'new_file', place, fileName: target.fileName };
}

/**
 * Checks that the caller may still upload to the target, which may be in the trash meanwhile: parts take the space of its owner for days.
 * @throws Refusal `not_found`, `access_denied_insufficient_permissions`.
 */
export async function requireUploader(
  reads: MetadataReads,
  caller: Caller,
  { target }: UploadSessionRecord,
): Promise<void> {
  if (target.kind === 'new_version') requireRight(await findItem(reads, caller, 'file', target.fileId), 'edit');
  else requireRight(await findItem(reads, caller, 'folder', folderIdFor(caller, target)), 'upload');
}

/** The session stores the root's row id, which is "0" to callers. */
function folderIdFor({ user }: Caller, { folderId }: { readonly folderId: string }): string {
  return folderId === user.rootId ? rootFolderId : folderId;
}
