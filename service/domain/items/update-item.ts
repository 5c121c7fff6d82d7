import { nameKey } from '../../../contract/names.ts';
import type { FolderRecord, ItemKind, ItemRecord, ItemRecords, SyncState } from '../../ports/metadata/items.ts';
import { type ItemView, requireItem, viewOfKind } from '../access/item-access.ts';
import { requireFreeName } from '../access/names.ts';
import { requireMatch } from '../access/preconditions.ts';
import { audienceOf } from '../change/audience.ts';
import { type Change, changed, emitItemEvent, emitLoss } from '../change/change.ts';
import { assertNever, Refusal } from '../refusal.ts';
import { type Move, moveItem } from './move-item.ts';

/** What may be changed of an item; what is absent stays. Times are in milliseconds since the epoch. */
export interface ItemChanges {
  readonly name?: string | undefined;
  /** Moves the item into this folder. */
  readonly parentId?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Folders only. */
  readonly syncState?: SyncState | undefined;
  /** Files only. */
  readonly contentCreatedAt?: number | undefined;
  readonly contentModifiedAt?: number | undefined;
  /** Web links only. */
  readonly url?: string | undefined;
}

/** Which item, and the etag that the caller last saw of it. */
export interface ItemTarget<Kind extends ItemKind = ItemKind> {
  readonly kind: Kind;
  readonly itemId: string;
  readonly ifMatch?: string | undefined;
}

/**
 * Renames, moves or describes an item as one change with one event. A move passes over `ifMatch` (service-decisions.md
 * B 0); a request that changes nothing is answered with the item as it is, without an event.
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
  const action = isOnlyContentDates(changes) ? 'edit' : 'organise';
  const view = await requireItem(tx, caller, target.kind, target.itemId, action);
  if (view.item.parentId === null) throw new Refusal('forbidden', 'The root folder can be neither changed nor moved.');
  const move = await moveItem(change, view, changes.parentId);
  if (!move) requireMatch(view.item, target.ifMatch);
  const wanted = applied(view.item, changes, move);
  if (isSame(view.item, wanted)) return view;
  if (move || wanted.name !== view.item.name) {
    const folder = move ? move.place.folder : await parentOf(change, view);
    await requireFreeName(tx, { folder, name: wanted.name, kind: wanted.kind, itemId: wanted.id });
  }
  return write(change, view, changed(wanted, change), move);
}

function isOnlyContentDates({ contentCreatedAt, contentModifiedAt, ...others }: ItemChanges): boolean {
  const isDated = contentCreatedAt !== undefined || contentModifiedAt !== undefined;
  return isDated && Object.values(others).every((value) => value === undefined);
}

async function parentOf({ tx }: Change, view: ItemView): Promise<FolderRecord> {
  const parent = view.item.parentId === null ? null : await tx.items.get(view.item.parentId);
  if (parent?.kind !== 'folder') throw new Error(`The item ${view.item.id} is in no folder.`);
  return parent;
}

/** The item as the request wants it, before its counters rise. */
function applied(item: ItemRecord, changes: ItemChanges, move: Move | null): ItemRecord {
  const common = {
    name: changes.name ?? item.name,
    description: changes.description ?? item.description,
    tags: changes.tags ?? item.tags,
    parentId: move ? move.place.folder.id : item.parentId,
    ownerId: move ? move.place.folder.ownerId : item.ownerId,
  };
  switch (item.kind) {
    case 'folder':
      return { ...item, ...common, syncState: changes.syncState ?? item.syncState };
    case 'file': {
      const { contentCreatedAt = item.contentCreatedAt, contentModifiedAt = item.contentModifiedAt } = changes;
      return { ...item, ...common, contentCreatedAt, contentModifiedAt };
    }
    case 'web_link':
      return { ...item, ...common, url: changes.url ?? item.url };
    default:
      return assertNever(item);
  }
}

function isSame(item: ItemRecord, wanted: ItemRecord): boolean {
  return JSON.stringify(item) === JSON.stringify(wanted);
}

async function write(change: Change, view: ItemView, item: ItemRecord, move: Move | null): Promise<ItemView> {
  const { tx } = change;
  const ancestors = move ? move.place.ancestors : view.ancestors;
  const before = move ? await audienceOf(tx, view.item, view.ancestors) : null;
  await tx.items.update(item, nameKey(item.name));
  await emitItemEvent(change, eventTypeOf(view.item, item, move), item, ancestors);
  if (before) {
    const after = await audienceOf(tx, item, ancestors);
    const place = { parentId: view.item.parentId, ancestors: view.ancestors };
    await emitLoss(change, { item, before: place, audienceBefore: before, audienceAfter: after });
  }
  return { item, ancestors, access: move ? move.place.access : view.access };
}

function eventTypeOf(before: ItemRecord, after: ItemRecord, move: Move | null) {
  if (move) return 'ITEM_MOVE';
  return before.name === after.name ? 'ITEM_MODIFY' : 'ITEM_RENAME';
}
