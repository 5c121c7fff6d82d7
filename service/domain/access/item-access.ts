import { rootFolderId } from '../../../contract/resources/ids.ts';
import type { CollaborationRole } from '../../../contract/resources/sharing/collaboration.ts';
import { say } from '../../../contract/rules/say.ts';
import type { AncestorRecord, ItemKind, ItemRecord, ItemRecords } from '../../ports/metadata/items/items.ts';
import type { ShownName } from '../../ports/metadata/people/shown-names.ts';
import type { UserRecord, UserStatus } from '../../ports/metadata/people/users.ts';
import type { CollaborationRecord } from '../../ports/metadata/sharing/collaborations.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { together } from '../kernel/work/together.ts';
import { parameterRefusal, Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';
import { type Action, allows, combinedRole, strongerRole, withholds } from './permissions/rights.ts';
import { ofPerson } from './persons-of.ts';

/** The viewer of items: the caller of a request, or a user regardless of any request. */
export interface Viewer {
  readonly user: Pick<UserRecord, 'id' | 'rootId'> & Partial<Pick<UserRecord, 'status'>>;
  readonly restrictedTo?: Caller['restrictedTo'];
  readonly sharedLink?: Caller['sharedLink'];
}

/** A viewer's access to an item: the reason it is visible, and the role. */
export interface Access {
  readonly role: CollaborationRole;
  /** The topmost item of the path that is shared with the viewer; null for the owner. Nothing above it is visible. */
  readonly sharedItemId: string | null;
  /** The topmost item of the path that collaborations let the viewer organise; absent for the owner, and if there is none. */
  readonly organisesFrom?: string;
  /** The account status, which may withhold rights from any role; absent if not needed. */
  readonly status?: UserStatus;
  /** The names of the folders above the shared item are visible as well. */
  readonly canViewPath?: boolean;
  /** The alias of the shared item in the user's root, if its own name was taken. */
  readonly shown?: ShownName;
}

/** An item with its location and the viewer's access. */
export interface ItemView<Item extends ItemRecord = ItemRecord> {
  readonly item: Item;
  /** From the owner's root down to the parent. */
  readonly ancestors: readonly AncestorRecord[];
  readonly access: Access;
}

/**
 * Finds an item of one kind for a viewer, including in the trash.
 * @throws Refusal `not_found` if it does not exist or the viewer has no access: the two are indistinguishable.
 */
export async function findItem<Kind extends ItemKind>(
  reads: MetadataReads,
  viewer: Viewer,
  kind: Kind,
  id: string,
): Promise<ItemView<ItemRecords[Kind]>> {
  const isRoot = id === rootFolderId;
  const itemId = isRoot ? viewer.user.rootId : id;
  const [item, ancestors] = await together([reads.items.get(itemId), reads.items.ancestorsOf(itemId)]);
  // A root has an id of its own in the database, but on the wire it is only ever "0".
  if (!item || !isOfKind(item, kind) || (item.parentId === null && !isRoot)) throw itemNotFound(kind, id);
  const access = await accessTo(reads, viewer, item, ancestors);
  if (!access || isGone({ item, ancestors })) throw itemNotFound(kind, id);
  return { item, ancestors, access };
}

/**
 * Finds a live item that the caller may act on.
 * @throws Refusal `not_found`, `trashed`, `access_denied_insufficient_permissions`.
 */
export async function requireItem<Kind extends ItemKind>(
  reads: MetadataReads,
  viewer: Viewer,
  kind: Kind,
  id: string,
  action: Action,
): Promise<ItemView<ItemRecords[Kind]>> {
  const view = await findItem(reads, viewer, kind, id);
  requireLive(view);
  requireRight(view, action);
  return view;
}

/** @throws Refusal `trashed` if the item or a parent folder is in the trash. */
export function requireLive(view: ItemView): void {
  if (!isTrashed(view)) return;
  const { kind, id } = view.item;
  throw new Refusal('trashed', say`The ${kindNames[kind]} ${id} is in the trash. Restore it first.`);
}

/** The word for an item kind in a sentence. */
export const kindNames: Readonly<Record<ItemKind, string>> = { folder: 'folder', file: 'file', web_link: 'web link' };

function isOfKind<Kind extends ItemKind>(item: ItemRecord, kind: Kind): item is ItemRecords[Kind] {
  return item.kind === kind;
}

/** Narrows a view to the requested kind. */
export function viewOfKind<Kind extends ItemKind>(view: ItemView, kind: Kind): ItemView<ItemRecords[Kind]> {
  const { item, ancestors, access } = view;
  if (!isOfKind(item, kind))
    throw new Error(`The item ${item.id} is a ${kindNames[item.kind]}, no ${kindNames[kind]}.`);
  return { item, ancestors, access };
}

/** @throws Refusal `access_denied_insufficient_permissions` if the role or the account status does not allow the action. */
export function requireRight(view: ItemView, action: Action): void {
  const refusal = rightRefusal(view, action);
  if (refusal !== null) throw refusal;
}

/** The refusal if the role or the account status does not allow the action; null if both do. */
export function rightRefusal({ access: { role, status }, item }: ItemView, action: Action): Refusal | null {
  if (status !== undefined && withholds(status, action)) {
    const message = say`Your account has the status "${status}", which does not allow this. Ask your administrator.`;
    return new Refusal('access_denied_insufficient_permissions', message);
  }
  if (allows(role, action)) return null;
  const message = say`Your role "${role}" does not allow this with "${item.name}". Ask its owner for more.`;
  return new Refusal('access_denied_insufficient_permissions', message);
}

/** True if the role allows the action and the account status does not withhold it. */
export function hasRight({ role, status }: Pick<Access, 'role' | 'status'>, action: Action): boolean {
  return allows(role, action) && !(status !== undefined && withholds(status, action));
}

/**
 * True while a user who granted something to others has the right for it. A grant never outlasts the grantor's own right, whether
 * that ends through removal, a role change, a group or the account.
 */
export async function stillMay(
  reads: MetadataReads,
  userId: string,
  view: Pick<ItemView, 'item' | 'ancestors'>,
  action: Action,
): Promise<boolean> {
  return (await rightOf(reads, await reads.users.get(userId), view, action)) === 'held';
}

/**
 * The same, whatever the status of the account withholds for now: false only once the right has ended. A grant is removed then, and not
 * before: an account may be opened again.
 */
export async function keepsRight(
  reads: MetadataReads,
  userId: string,
  view: Pick<ItemView, 'item' | 'ancestors'>,
  action: Action,
): Promise<boolean> {
  return (await rightOf(reads, await reads.users.get(userId), view, action)) !== 'lost';
}

/** Whether a user, null if deleted, has the right for an action: `withheld` while only the status of the account forbids it. */
export async function rightOf(
  reads: MetadataReads,
  user: Viewer['user'] | null,
  { item, ancestors }: Pick<ItemView, 'item' | 'ancestors'>,
  action: Action,
  collaborationsOf = collaborationsReader(reads),
): Promise<'held' | 'withheld' | 'lost'> {
  if (user === null) return 'lost';
  const isOwner = item.ownerId === user.id;
  const role = isOwner ? 'owner' : roleBy(await collaborationsOf(user.id, [...ancestors, item]));
  if (role === null || !allows(role, action)) return 'lost';
  return hasRight({ role, ...statusOf(user) }, action) ? 'held' : 'withheld';
}

/** Reads the collaborations that let a user open the items of a path. */
function collaborationsReader(reads: MetadataReads): CollaborationsOf {
  return async (userId, path) => {
    return ofPerson(reads, userId, await reads.collaborations.listOfItems(path.map(({ id }) => id)));
  };
}

/** The collaborations that let a user open the items of a path, also those of groups. */
export type CollaborationsOf = (
  userId: string,
  path: readonly Pick<ItemRecord, 'id'>[],
) => Promise<readonly CollaborationRecord[]>;

/** What all these collaborations allow together; null without one. */
function roleBy(collaborations: readonly CollaborationRecord[]): CollaborationRole | null {
  const [first, ...others] = collaborations.map(({ role }) => role);
  return first === undefined ? null : others.reduce<CollaborationRole>(combinedRole, first);
}

/** As much of an item and of the folders above it as tells whether it is live. */
interface Whereabouts {
  readonly item: Pick<ItemRecord, 'parentId' | 'trashedAt'>;
  readonly ancestors: readonly Pick<AncestorRecord, 'parentId' | 'trashedAt'>[];
}

/** True if the item or a parent folder is in the trash or permanently deleted. */
export function isTrashed(view: Whereabouts): boolean {
  return isInTrash(view) || isGone(view);
}

function isInTrash({ item, ancestors }: Whereabouts): boolean {
  return item.trashedAt !== null || ancestors.some((ancestor) => ancestor.trashedAt !== null);
}

/**
 * True for items below a permanently deleted folder: they are purged in batches, and are invisible from the start. An item that was
 * trashed itself outlives its folder and stays in the trash.
 */
export function isGone(view: Whereabouts): boolean {
  const [top = view.item] = view.ancestors;
  return top.parentId !== null && !isInTrash(view);
}

/** True for the item that is itself shared with the user; false for items below it. */
export function isSharedTop(view: ItemView): boolean {
  return view.access.sharedItemId === view.item.id;
}

/** True for the item from which on the user may organise: the folder above it is not theirs to change, so they may not remove it. */
export function isOrganisedTop(view: ItemView): boolean {
  return view.access.organisesFrom === view.item.id;
}

function itemNotFound(kind: ItemRecord['kind'], id: string): Refusal {
  const message = say`There is no ${kindNames[kind]} ${id}, or you have no access to it.`;
  return parameterRefusal('not_found', kind, message);
}

/**
 * A viewer's access to an item; null if there is none. A downscoped token reaches nothing outside its item. A shared link adds its
 * rights to the viewer's own, except to what is in the trash.
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
  if (isTrashed({ item, ancestors })) return own;
  if (own === null) return { role: sharedLink.role, sharedItemId: sharedLink.itemId, ...statusOf(viewer.user) };
  return { ...own, role: strongerRole(own.role, sharedLink.role) };
}

/** An account status applies regardless of how the user got access. */
function statusOf({ status }: Viewer['user']): Pick<Access, 'status'> {
  return status === undefined ? {} : { status };
}

/** A user's access by ownership and by collaborations, including those of groups. */
async function ownAccess(
  reads: MetadataReads,
  user: Viewer['user'],
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
): Promise<Access | null> {
  const status = statusOf(user);
  if (item.ownerId === user.id) return { role: 'owner', sharedItemId: null, ...status };
  const path = [...ancestors, item];
  const mine = await collaborationsReader(reads)(user.id, path);
  const role = roleBy(mine);
  const [first] = mine;
  if (!first || role === null) return null;
  // Access-only items are in no root, so items below them appear where they are shared themselves.
  const visible = mine.filter(({ isAccessOnly }) => !isAccessOnly);
  const shared = new Set((visible.length > 0 ? visible : mine).map(({ itemId }) => itemId));
  const sharedItemId = path.find(({ id }) => shared.has(id))?.id ?? first.itemId;
  const canViewPath = mine.some((one) => one.canViewPath && one.itemId === sharedItemId) ? { canViewPath: true } : {};
  const shown = await reads.shownNames.get(user.id, sharedItemId);
  const organised = new Set(mine.filter(({ role }) => allows(role, 'organise')).map(({ itemId }) => itemId));
  const organisesFrom = path.find(({ id }) => organised.has(id))?.id;
  return {
    role,
    sharedItemId,
    ...(organisesFrom === undefined ? {} : { organisesFrom }),
    ...status,
    ...canViewPath,
    ...(shown ? { shown } : {}),
  };
}
