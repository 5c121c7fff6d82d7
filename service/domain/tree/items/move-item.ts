import { say } from '../../../../contract/rules/say.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import { accessTo, type ItemView, isOrganisedTop, isSharedTop } from '../../access/item-access.ts';
import { requireNoFolderLock } from '../../access/locks.ts';
import { canRemove } from '../../access/permissions/permission-flags.ts';
import type { Change } from '../../change/change.ts';
import { type Audience, audienceOf } from '../../change/events/audience.ts';
import { type Place, sizedFolders } from '../../change/place.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal } from '../../refusal.ts';
import { passOn, requirePassable } from './pass-on.ts';

/** A permitted move. */
export interface Move {
  /** The destination, with the caller's access to the moved item. */
  readonly place: Place;
  /** The bytes that take the space of another owner; null if the owner stays. */
  readonly passedBytes: number | null;
}

/**
 * Decides whether an item moves into a folder. Null if it is already there.
 * @throws Refusal `cyclical_folder_structure` for a folder moved into itself or below itself.
 */
export function placeOfMove(view: ItemView, destination: Place | Refusal): Place | null {
  if (destination instanceof Refusal) throw destination;
  // A shared item is already in the root of its collaborator, wherever its owner keeps it.
  const isInRoot = isSharedTop(view) && destination.folder.parentId === null;
  if (isInRoot || destination.folder.id === view.item.parentId) return null;
  if (!canRemove({ role: view.access.role, isTop: isOrganisedTop(view), isRoot: false })) {
    throw new Refusal('access_denied_insufficient_permissions', say`Only the owner can move a shared item.`);
  }
  if (destination.ancestors.some((ancestor) => ancestor.id === view.item.id)) {
    throw new Refusal(
      'cyclical_folder_structure',
      say`A folder cannot be moved into itself or into a folder below it.`,
    );
  }
  return destination;
}

/** Checks what neither the item nor the folder tells: locks below, and whether the content may pass to another owner. */
export async function requireMovable(change: Change, view: ItemView, place: Place): Promise<Move> {
  const { tx, caller } = change;
  const { id: parentId, ownerId } = place.folder;
  const moved: ItemRecord = { ...view.item, parentId, ownerId };
  const [, passedBytes, access] = await together([
    requireNoFolderLock(tx, view.item),
    ownerId === view.item.ownerId ? null : requirePassable(change, view, ownerId),
    accessTo(tx, caller, moved, place.ancestors),
  ]);
  return { place: { ...place, access: access ?? place.access }, passedBytes };
}

/**
 * Updates what depends on the location of an item: the sizes of the folders on both sides, and the owner of everything below it.
 * Everything in another user's folder becomes that user's, with all its versions and their space.
 */
export async function moveContent(change: Change, { item, ancestors }: ItemView, move: Move): Promise<void> {
  const { tx } = change;
  const { place, passedBytes } = move;
  await together([
    tx.items.addSize(sizedFolders(ancestors), -item.sizeBytes),
    tx.items.addSize(sizedFolders(place.ancestors), item.sizeBytes),
    passedBytes === null ? null : passOn(change, item, place.folder.ownerId, passedBytes),
  ]);
}

/** The audiences of an item before and after its move. */
export async function audiencesOf(
  { tx }: Change,
  before: Pick<ItemView, 'item' | 'ancestors'>,
  after: Pick<ItemView, 'item' | 'ancestors'>,
): Promise<{ readonly audienceBefore: Audience; readonly audienceAfter: Audience }> {
  const [audienceBefore, audienceAfter] = await together([
    audienceOf(tx, before.item, before.ancestors),
    audienceOf(tx, after.item, after.ancestors),
  ]);
  return { audienceBefore, audienceAfter };
}
