import type { EventType } from '../../../../contract/resources/streams/event.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import { say } from '../../../../contract/rules/say.ts';
import type {
  FileRecord,
  FolderRecord,
  ItemKind,
  ItemRecord,
  ItemRecords,
} from '../../../ports/metadata/items/items.ts';
import type { EventDetails, ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import { type ItemView, isSharedTop, requireItem, requireRight, viewOfKind } from '../../access/item-access.ts';
import { requireUnlocked } from '../../access/locks.ts';
import { requireFreeName } from '../../access/names.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { ownName } from '../../access/shown-name.ts';
import { type Change, changed, emitItemEvent } from '../../change/change.ts';
import { openSessionsIn } from '../../change/end-sessions.ts';
import { emitLoss } from '../../change/events/appearance.ts';
import { differencesOf } from '../../change/item-differences.ts';
import { type Place, parentOf } from '../../change/place.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal } from '../../refusal.ts';
import { destinationOf } from './destination.ts';
import { lockWanted } from './file-lock.ts';
import { actionsFor, applied, type ItemChanges } from './item-changes.ts';
import { audiencesOf, type Move, moveContent, placeOfMove, requireMovable } from './move-item.ts';
import { setTags } from './set-tags.ts';

/** The item, and the etag that it must have; absent: any. See `guardOf`. */
export interface ItemTarget<Kind extends ItemKind = ItemKind> {
  readonly kind: Kind;
  readonly itemId: string;
  readonly ifMatch?: string | undefined;
}

/**
 * Renames, moves or describes an item as one change with one event. A request that changes nothing returns the item without an event.
 */
export async function updateItem<Kind extends ItemKind>(
  change: Change,
  target: ItemTarget<Kind>,
  changes: ItemChanges,
): Promise<ItemView<ItemRecords[Kind]>> {
  return viewOfKind(await updatedView(change, target, changes), target.kind);
}

async function updatedView(change: Change, target: ItemTarget, changes: ItemChanges): Promise<ItemView> {
  const { tx, caller } = change;
  const [action = 'organise', ...further] = actionsFor(changes);
  const [view, destination] = await together([
    requireItem(tx, caller, target.kind, target.itemId, action),
    changes.parentId === undefined ? null : destinationOf(change, changes.parentId),
  ]);
  for (const other of further) requireRight(view, other);
  if (view.item.parentId === null) throw new Refusal('forbidden', say`The root folder cannot be changed or moved.`);
  const lock = view.item.kind === 'file' ? await lockWanted(change, viewOfKind(view, 'file'), changes.lock) : null;
  if (changes.lock !== null) requireUnlocked(view.item, change);
  const place = destination && placeOfMove(view, destination);
  requireMatch(view.item, target.ifMatch);
  const name = changes.name === undefined ? undefined : ownName(view, changes.name);
  const wanted = applied(view.item, { ...changes, name }, place, lock);
  if (isSame(view.item, wanted)) return view;
  const [move] = await together([
    place && requireMovable(change, view, place),
    place || wanted.name !== view.item.name ? requireNames(change, view, wanted, place) : null,
  ]);
  if (!isSame(view.item.tags, wanted.tags)) await setTags(change, wanted);
  return write(change, view, wanted, move);
}

/** The name of an item must be free wherever the item appears to the caller. */
async function requireNames(change: Change, view: ItemView, wanted: ItemRecord, place: Place | null): Promise<void> {
  const claim = { name: wanted.name, kind: wanted.kind, itemId: wanted.id };
  await requireFreeName(change.tx, { folder: place ? place.folder : parentOf(view), ...claim });
  // It is in the caller's root too, under the name that the caller gives it.
  if (isSharedTop(view)) await requireFreeName(change.tx, { folder: await rootOf(change), ...claim });
}

async function rootOf({ tx, caller }: Change): Promise<FolderRecord> {
  const root = await tx.items.get(caller.user.rootId);
  if (root?.kind !== 'folder') throw new Error(`User ${caller.user.id} has no root.`);
  return root;
}

function isSame<T>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function write(change: Change, view: ItemView, wanted: ItemRecord, move: Move | null): Promise<ItemView> {
  const { tx } = change;
  const item = changed(wanted, change);
  const { ancestors, access } = move ? move.place : view;
  const differences = differencesOf(view, { item, ancestors });
  const emitAll = async () => {
    for (const type of eventTypesOf(view.item, wanted, move)) {
      await emitItemEvent(change, type, item, ancestors, isOfPlace(type) ? differences : {});
    }
    await reportPermissions(change, view, { item, ancestors });
  };
  // What was trashed from it stays with the former owner.
  const owners = [view.item.ownerId, item.ownerId];
  const [audiences, , , , sessions] = await together([
    move && audiencesOf(change, view, { item, ancestors }),
    move && moveContent(change, view, move),
    tx.items.update(item, nameKey(item.name)),
    emitAll(),
    move && openSessionsIn(tx, owners),
    item.kind === 'file' &&
      !isSame(contentDatesOf(view.item), contentDatesOf(item)) &&
      tx.versions.setContentDates(item),
  ]);
  if (audiences) await emitLoss(change, { item, before: view, ...audiences, sessions: sessions ?? [] });
  return { item, ancestors, access };
}

function contentDatesOf({ contentCreatedAt, contentModifiedAt }: ItemRecord): readonly number[] {
  return [contentCreatedAt, contentModifiedAt];
}

/** The administrators' log has who may be invited to a folder, and by whom, in addition to the folder's own event. */
async function reportPermissions({ report }: Change, before: ItemView, after: ItemSnapshot): Promise<void> {
  const details = permissionsOf(after.item);
  if (details === null || isSame(permissionsOf(before.item), details)) return;
  await report({ adminType: 'CHANGE_FOLDER_PERMISSION', trigger: null, source: { kind: 'item', ...after }, details });
}

function permissionsOf(item: ItemRecord): EventDetails | null {
  if (item.kind !== 'folder') return null;
  return {
    can_non_owners_invite: item.canNonOwnersInvite,
    can_non_owners_view_collaborators: item.canNonOwnersViewCollaborators,
    is_collaboration_restricted_to_enterprise: item.isCollaborationRestrictedToEnterprise,
  };
}

/** True for the events of a rename or a move: what comes with it, such as a lock, has none of its details. */
function isOfPlace(type: EventType): boolean {
  return type === 'ITEM_RENAME' || type === 'ITEM_MOVE';
}

/** A lock and new tags have their own events, in addition to the event of other changes. */
function eventTypesOf(before: ItemRecord, wanted: ItemRecord, move: Move | null): readonly EventType[] {
  const types: EventType[] = [];
  const [lockBefore, lock] = [lockOf(before), lockOf(wanted)];
  if (move) types.push('ITEM_MOVE');
  else if (before.name !== wanted.name) types.push('ITEM_RENAME');
  else if (!isSame({ ...before, lock }, { ...wanted, lock })) types.push('ITEM_MODIFY');
  if (!isSame(lockBefore, lock)) types.push(lock === null ? 'LOCK_DESTROY' : 'LOCK_CREATE');
  if (wanted.tags.some((tag) => !before.tags.includes(tag))) types.push('TAG_ITEM_CREATE');
  return types;
}

function lockOf(item: ItemRecord): FileRecord['lock'] {
  return item.kind === 'file' ? item.lock : null;
}
