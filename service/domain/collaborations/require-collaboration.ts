import { say } from '../../../contract/rules/say.ts';
import type { CollaborationRecord } from '../../ports/metadata/sharing/collaborations.ts';
import type { MetadataReads, MetadataWrites } from '../../ports/metadata-store.ts';
import { groupRightsOf } from '../access/enterprise/group-rights.ts';
import { accessTo, hasRight, type ItemView } from '../access/item-access.ts';
import { isOwning, letsInvite, maySeeCollaborators } from '../access/permissions/path-settings.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';

/** A collaboration and the caller's relation to it. */
export interface CollaborationView {
  readonly collaboration: CollaborationRecord;
  /** The collaboration is the caller's own. */
  readonly isInvited: boolean;
  /** The caller may change or end it: anyone who may invite to the item; for a co-owner, only owners and co-owners. */
  readonly mayManage: boolean;
  /** The item as the caller sees it; null without access to it. */
  readonly view: ItemView | null;
}

/**
 * Finds a collaboration that concerns the caller.
 * @throws Refusal `not_found` if there is none or it concerns only others.
 */
export async function requireCollaboration(
  reads: MetadataReads,
  caller: Caller,
  id: string,
): Promise<CollaborationView> {
  const collaboration = await reads.collaborations.get(id);
  const view = collaboration ? await viewOf(reads, caller, collaboration) : null;
  const isInvited = collaboration?.userId === caller.user.id;
  const isInviter = collaboration?.createdBy === caller.user.id;
  const isKnown = isInvited || isInviter || (view !== null && maySeeCollaborators(view));
  if (!collaboration || !(isKnown || (await administersGroup(reads, caller, collaboration)))) {
    throw new Refusal('not_found', say`Collaboration ${id} does not exist, or you have no access to it.`);
  }
  const mayManage = view !== null && manages(view, collaboration);
  return { collaboration, isInvited, mayManage, view };
}

/** From here on no other transaction changes the shared item, or the root in which it appears. */
export async function requireTreesOf(tx: MetadataWrites, { itemId, userId }: CollaborationRecord): Promise<void> {
  const item = await tx.items.get(itemId);
  const owners = [item?.ownerId, userId];
  await tx.requireTrees(owners.filter((id) => typeof id === 'string'));
}

async function viewOf(reads: MetadataReads, caller: Caller, { itemId }: CollaborationRecord): Promise<ItemView | null> {
  const item = await reads.items.get(itemId);
  if (!item) return null;
  const ancestors = await reads.items.ancestors(item);
  // An invitation is personal: a shared link gives no access to it.
  const access = await accessTo(reads, { ...caller, sharedLink: null }, item, ancestors);
  return access ? { item, ancestors, access } : null;
}

function manages(view: ItemView, { role }: CollaborationRecord): boolean {
  if (isOwning(view.access.role)) return true;
  return hasRight(view.access, 'invite') && !isOwning(role) && letsInvite(view);
}

async function administersGroup(reads: MetadataReads, caller: Caller, { groupId }: CollaborationRecord) {
  return groupId !== null && (await groupRightsOf(reads, caller, groupId)).mayManage;
}
