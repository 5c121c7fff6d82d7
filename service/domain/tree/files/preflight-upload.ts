import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { type ItemView, requireItem, requireRight } from '../../access/item-access.ts';
import { requireUnlocked } from '../../access/locks.ts';
import { requireFreeName } from '../../access/names.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { requireFileSize, requireSpace } from '../../access/room.ts';
import { ownName } from '../../access/shown-name.ts';
import { type Place, placeIn } from '../../change/place.ts';
import { together } from '../../kernel/together.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';

/** An upload of a new file, as known before its content. */
export interface NewFileClaim {
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes?: number | undefined;
}

/** An upload of a new version, as known before its content. */
export interface NewVersionClaim {
  readonly fileId: string;
  readonly name?: string | undefined;
  readonly sizeBytes?: number | undefined;
  readonly ifMatch?: string | undefined;
  /** Bytes that already take space: parts of its upload session. */
  readonly heldBytes?: number | undefined;
}

/** Refuses an upload of a new file in advance: rights, name, size, space. */
export async function preflightUpload(service: Service, caller: Caller, claim: NewFileClaim): Promise<void> {
  await service.store.read(async (reads) => requireNewFile(service, reads, caller, claim));
}

/** Refuses an upload of a new version in advance. */
export async function preflightVersion(service: Service, caller: Caller, claim: NewVersionClaim): Promise<void> {
  await service.store.read(async (reads) => requireNewVersion(service, reads, caller, claim));
}

/** Checks a new file and returns its location. */
export async function requireNewFile(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  { parentId, name, sizeBytes = 0 }: NewFileClaim,
): Promise<Place> {
  const place = placeIn(await requireItem(reads, caller, 'folder', parentId, 'upload'));
  const requireRoom = async () => {
    requireFileSize(service.settings, caller.user, sizeBytes);
    await requireSpace(reads, place.folder.ownerId, sizeBytes);
  };
  await together([requireFreeName(reads, { folder: place.folder, name, kind: 'file' }), requireRoom()]);
  return place;
}

/** Checks a new version and returns its file. */
export async function requireNewVersion(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  { fileId, name, sizeBytes = 0, ifMatch, heldBytes = 0 }: NewVersionClaim,
): Promise<ItemView<FileRecord>> {
  const view = await requireItem(reads, caller, 'file', fileId, 'edit');
  requireUnlocked(view.item, { caller, now: service.clock.now() });
  requireMatch(view.item, ifMatch);
  const wanted = name === undefined ? view.item.name : ownName(view, name);
  if (wanted !== view.item.name) {
    // A different name is a rename, and needs the same right.
    requireRight(view, 'organise');
    await requireRename(reads, view, wanted);
  }
  requireFileSize(service.settings, caller.user, sizeBytes);
  await requireSpace(reads, view.item.ownerId, sizeBytes - heldBytes);
  return view;
}

/** The new name of a file must be free in its folder. */
export async function requireRename(reads: MetadataReads, view: ItemView<FileRecord>, name: string): Promise<void> {
  const folder = view.item.parentId === null ? null : await reads.items.get(view.item.parentId);
  if (folder?.kind !== 'folder') throw new Refusal('not_found', `The folder of file ${view.item.id} no longer exists.`);
  await requireFreeName(reads, { folder, name, kind: 'file', itemId: view.item.id });
}
