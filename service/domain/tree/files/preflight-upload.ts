import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { type ItemView, requireItem } from '../../access/item-access.ts';
import { requireUnlocked } from '../../access/locks.ts';
import { requireFreeName } from '../../access/names.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { requireFileSize, requireSpace } from '../../access/room.ts';
import { ownName } from '../../access/shown-name.ts';
import { requireRename } from '../../change/contents/new-content.ts';
import { type Place, placeIn } from '../../change/place.ts';
import { together } from '../../kernel/work/together.ts';
import type { Caller, Service } from '../../service.ts';
import { type ContentSpace, spaceOf } from './content-space.ts';

/** An upload of a new file, as known before its content. */
export interface NewFileClaim {
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes?: number | undefined;
  /** For a size that is not known yet: it is no smaller than this. */
  readonly leastBytes?: number | undefined;
}

/** An upload of a new version, as known before its content. */
export interface NewVersionClaim {
  readonly fileId: string;
  readonly name?: string | undefined;
  readonly sizeBytes?: number | undefined;
  readonly leastBytes?: number | undefined;
  readonly ifMatch?: string | undefined;
  /** Bytes that already take space: parts of its upload session. */
  readonly heldBytes?: number | undefined;
}

/** Refuses an upload of a new file in advance: rights, name, size, space. Resolves with the space that it will take. */
export async function preflightUpload(service: Service, caller: Caller, claim: NewFileClaim): Promise<ContentSpace> {
  const { folder } = await service.store.read(async (reads) => requireNewFile(service, reads, caller, claim));
  return spaceOf(folder.ownerId);
}

/** The same for a new version. */
export async function preflightVersion(
  service: Service,
  caller: Caller,
  claim: NewVersionClaim,
): Promise<ContentSpace> {
  const { item } = await service.store.read(async (reads) => requireNewVersion(service, reads, caller, claim));
  return spaceOf(item.ownerId);
}

/** Checks a new file and returns its location. */
export async function requireNewFile(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  { parentId, name, sizeBytes = 0, leastBytes = sizeBytes }: NewFileClaim,
): Promise<Place> {
  const place = placeIn(await requireItem(reads, caller, 'folder', parentId, 'upload'));
  const requireRoom = async () => {
    requireFileSize(service.settings, caller.user, sizeBytes);
    await requireSpace(reads, place.folder.ownerId, leastBytes);
  };
  await together([requireFreeName(reads, { folder: place.folder, name, kind: 'file' }), requireRoom()]);
  return place;
}

/** Checks a new version and returns its file. */
export async function requireNewVersion(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  claim: NewVersionClaim,
): Promise<ItemView<FileRecord>> {
  const view = await requireReplaceable(service, reads, caller, claim);
  const { name = view.item.name, sizeBytes = 0, leastBytes = sizeBytes, heldBytes = 0 } = claim;
  const requireRoom = async () => {
    requireFileSize(service.settings, caller.user, sizeBytes);
    await requireSpace(reads, view.item.ownerId, leastBytes - heldBytes);
  };
  await together([requireRename(reads, view, ownName(view, name)), requireRoom()]);
  return view;
}

/** Checks whether the caller may replace the content of a file; a rename and the space are checked later. */
export async function requireReplaceable(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  { fileId, ifMatch }: NewVersionClaim,
): Promise<ItemView<FileRecord>> {
  const view = await requireItem(reads, caller, 'file', fileId, 'edit');
  requireUnlocked(view.item, { caller, now: service.clock.now() });
  requireMatch(view.item, ifMatch);
  return view;
}
