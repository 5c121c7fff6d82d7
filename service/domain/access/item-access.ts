import type { CollaborationRole } from '../../../contract/resources/collaboration.ts';
import { rootFolderId } from '../../../contract/resources/ids.ts';
import type { AncestorRecord, ItemKind, ItemRecord, ItemRecords } from '../../ports/metadata/items.ts';
import type { ShownName } from '../../ports/metadata/shown-names.ts';
import type { UserRecord, UserStatus } from '../../ports/metadata/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { type Action, allows, strongerRole, withholds } from '../permissions/rights.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';
import { ofPerson } from './persons-of.ts';

/** Who looks at items: the caller of a request, or a person as such, without what a request brings along. */
export interface Viewer {
  readonly user: Pick<UserRecord, 'id' | 'rootId'> & Partial<Pick<UserRecord, 'status'>>;
  readonly restrictedTo?: Caller['restrictedTo'];
  readonly sharedLink?: Caller['sharedLink'];
}

/** How a person stands to an item: what makes the item visible to the person, and how much. */
export interface Access {
  readonly role: CollaborationRole;
  /** The topmost item of the path that is shared with the person; null for the owner. Nothing above it is visible. */
  readonly sharedItemId: string | null;
  /** What the person's account withholds whatever the role; absent where nobody asked. */
  readonly status?: UserStatus;
  /** The names of the folders above the shared item are shown as well. */
  readonly canViewPath?: boolean;
  /** What the shared item is called in the person's root, where its own name belonged to another item. */
  readonly shown?: ShownName;
}

/** An item together with where it is and what the person may do with it. */
export interface ItemView<Item extends ItemRecord = ItemRecord> {
  readonly item: Item;
  /** From the owner's root down to the parent. */
  readonly ancestors: readonly AncestorRecord[];
  readonly access: Access;
}

/**
 * Finds an item of one kind for a person, also when it is in the trash.
 * @throws Refusal `not_found` when there is none or the person has nothing to do with it: the two look alike.
 */
export async function findItem<Kind extends ItemKind>(
  reads: MetadataReads,
  viewer: Viewer,
  kind: Kind,
  id: string,
): Promise<ItemView<ItemRecords[Kind]>> {
  const isRoot = id === rootFolderId && kind === 'folder';
  const item = await reads.items.get(isRoot ? viewer.user.rootId : id);
  // The row of a root has an id of its own, but on the wire a root is only ever "0".
  if (!item || !isOfKind(item, kind) || (item.parentId === null && !isRoot)) throw itemNotFound(kind, id);
  const ancestors = await reads.items.ancestors(item);
  const access = await accessTo(reads, viewer, item, ancestors);
  if (!access || isGone({ item, ancestors })) throw itemNotFound(kind, id);
  return { item, ancestors, access };
}

/** Finds a live item that the person may act on. @throws Refusal `not_found`, `trashed`, `access_denied_insufficient_permissions`. */
export async function requireItem<Kind extends ItemKind>(
  reads: MetadataReads,
  viewer: Viewer,
  kind: Kind,
  id: string,
  action: Action,
): Promise<ItemView<ItemRecords[Kind]>> {
  const view = await findItem(reads, viewer, kind, id);
  if (isTrashed(view)) throw new Refusal('trashed', `The ${kindNames[kind]} ${id} is in the trash. Restore it first.`);
  requireRight(view, action);
  return view;
}

/** What a kind of item is called in a sentence. */
export const kindNames: Readonly<Record<ItemKind, string>> = { folder: 'folder', file: 'file', web_link: 'web link' };

function isOfKind<Kind extends ItemKind>(item: ItemRecord, kind: Kind): item is ItemRecords[Kind] {
  return item.kind === kind;
}

/** Narrows a view to the kind that was asked for. */
export function viewOfKind<Kind extends ItemKind>(view: ItemView, kind: Kind): ItemView<ItemRecords[Kind]> {
  const { item, ancestors, access } = view;
  if (!isOfKind(item, kind))
    throw new Error(`The item ${item.id} is a ${kindNames[item.kind]}, no ${kindNames[kind]}.`);
  return { item, ancestors, access };
}

/** @throws Refusal `access_denied_insufficient_permissions` when the role, or the person's account, does not include the action. */
export function requireRight(view: ItemView, action: Action): void {
  const refusal = rightRefusal(view, action);
  if (refusal !== null) throw refusal;
}

/** Why the role, or the person's account, does not include the action; null when both do. */
export function rightRefusal({ access: { role, status }, item }: ItemView, action: Action): Refusal | null {
  if (status !== undefined && withholds(status, action)) {
    const message = `Your account has the status "${status}", which does not allow this. Ask your administrator.`;
    return new Refusal('access_denied_insufficient_permissions', message);
  }
  if (allows(role, action)) return null;
  const message = `Your role "${role}" does not allow this with "${item.name}". Ask its owner for more.`;
  return new Refusal('access_denied_insufficient_permissions', message);
}

/** True when the role includes the action and the person's account does not withhold it. */
export function hasRight({ role, status }: Access, action: Action): boolean {
  return allows(role, action) && !(status !== undefined && withholds(status, action));
}

/**
 * True while somebody who once granted something to others has the right for it. What one grants lasts no longer than one's own right,
 * whichever way that ends: a removal, another role, a group, the account.
 */
export async function stillMay(
  reads: MetadataReads,
  userId: string,
  { item, ancestors }: Pick<ItemView, 'item' | 'ancestors'>,
  action: Action,
): Promise<boolean> {
  const user = await reads.users.get(userId);
  const access = user && (await accessTo(reads, { user }, item, ancestors));
  return access !== null && hasRight(access, action);
}

/** True when the item or a folder above it is in the trash, or gone for good. */
export function isTrashed(view: Pick<ItemView, 'item' | 'ancestors'>): boolean {
  return isInTrash(view) || isGone(view);
}

function isInTrash({ item, ancestors }: Pick<ItemView, 'item' | 'ancestors'>): boolean {
  return item.trashedAt !== null || ancestors.some((ancestor) => ancestor.trashedAt !== null);
}

/**
 * True for what lies below a folder that was deleted for good: it goes too, some at a time, and is not to be seen any more. What was
 * itself trashed outlives its folder and stays in the trash.
 */
function isGone(view: Pick<ItemView, 'item' | 'ancestors'>): boolean {
  const [top = view.item] = view.ancestors;
  return top.parentId !== null && !isInTrash(view);
}

/** True for the very item that is shared with the person, and false for what lies below it. */
export function isSharedTop(view: ItemView): boolean {
  return view.access.sharedItemId === view.item.id;
}

function itemNotFound(kind: ItemRecord['kind'], id: string): Refusal {
  const message = `There is no ${kindNames[kind]} ${id}, or you have no access to it.`;
  return new Refusal('not_found', message, {
    contextInfo: { errors: [{ reason: 'invalid_parameter', name: kind, message }] },
  });
}

/**
 * How a viewer stands to an item, or null when the viewer has nothing to do with it. A down-scoped token reaches nothing
 * outside its item; a shared link adds what it gives to what the person has anyhow.
 */
export async function accessTo(
  reads: MetadataReads,
  viewer: Viewer,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
): Promise<Access | null> {
  const path = [...ancestors.map((ancestor) => ancestor.id), item.id];
  const { restrictedTo = null, sharedLink = null } = viewer;
  if (restrictedTo !== null && !path.includes(restrictedTo.itemId)) return null;
  const own = await ownAccess(reads, viewer.user, item, ancestors);
  if (sharedLink === null || sharedLink.role === null || !path.includes(sharedLink.itemId)) return own;
  if (own === null) return { role: sharedLink.role, sharedItemId: sharedLink.itemId, ...statusOf(viewer.user) };
  return { ...own, role: strongerRole(own.role, sharedLink.role) };
}

/** A status withholds what it withholds by whatever way the person came. */
function statusOf({ status }: Viewer['user']): Pick<Access, 'status'> {
  return status === undefined ? {} : { status };
}

/** What a person has by ownership and by collaborations, those of the person's groups included. */
async function ownAccess(
  reads: MetadataReads,
  user: Viewer['user'],
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
): Promise<Access | null> {
  const status = statusOf(user);
  if (item.ownerId === user.id) return { role: 'owner', sharedItemId: null, ...status };
  const path = [...ancestors, item];
  const all = await reads.collaborations.listOfItems(path.map(({ id }) => id));
  const mine = await ofPerson(reads, user.id, all);
  const [first] = mine;
  if (!first) return null;
  const role = mine.map((collaboration) => collaboration.role).reduce<CollaborationRole>(strongerRole, first.role);
  // What is only reached by its id is in nobody's root: what lies below it appears where it is shared by itself.
  const visible = mine.filter(({ isAccessOnly }) => !isAccessOnly);
  const shared = new Set((visible.length > 0 ? visible : mine).map(({ itemId }) => itemId));
  const sharedItemId = path.find(({ id }) => shared.has(id))?.id ?? first.itemId;
  const canViewPath = mine.some((one) => one.canViewPath && one.itemId === sharedItemId) ? { canViewPath: true } : {};
  const shown = await reads.shownNames.get(user.id, sharedItemId);
  return { role, sharedItemId, ...status, ...canViewPath, ...(shown ? { shown } : {}) };
}
