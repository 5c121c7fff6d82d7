import { nameKey } from '../../../contract/rules/names.ts';
import { say } from '../../../contract/rules/say.ts';
import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { CollaborationRecord } from '../../ports/metadata/sharing/collaborations.ts';
import { type ItemView, requireItem } from '../access/item-access.ts';
import { requireNoFolderLock, requireUnlocked } from '../access/locks.ts';
import { requireFreeName } from '../access/names.ts';
import { settleShownNames } from '../access/settle-shown-names.ts';
import { type Change, change, changed, emitItemEvent } from '../change/change.ts';
import { openSessionsIn } from '../change/end-sessions.ts';
import { emitLoss } from '../change/events/appearance.ts';
import { audienceOf } from '../change/events/audience.ts';
import { sizedFolders } from '../change/place.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { passOn, requirePassable } from '../tree/items/pass-on.ts';
import { emitCreated } from './collaboration-events.ts';
import { removeCollaborations } from './delete-collaboration.ts';
import { requireCollaboration } from './require-collaboration.ts';

/**
 * Transfers an item, everything below it and its space to an accepted collaborator. It moves to the root of the new owner; the old
 * one becomes a co-owner.
 * @throws Refusal `access_denied_insufficient_permissions` for anyone but the owner; `invalid_status` for a pending invitation;
 * `item_name_in_use`, `storage_limit_exceeded` if the new owner cannot take the item.
 */
export async function transferOwnership(service: Service, caller: Caller, id: string): Promise<void> {
  await change(service, caller, async (change) => {
    const { collaboration, view } = await requireCollaboration(change.tx, caller, id);
    if (view?.access.role !== 'owner') {
      throw new Refusal('access_denied_insufficient_permissions', say`Only the owner can transfer an item.`);
    }
    const heir = await requireHeir(change, collaboration);
    const { kind } = view.item;
    await give(change, await requireItem(change.tx, caller, kind, view.item.id, 'organise'), collaboration, heir);
  });
}

async function requireHeir({ tx }: Change, { userId, status }: CollaborationRecord): Promise<UserRecord> {
  const heir = userId === null ? null : await tx.users.get(userId);
  if (!heir) throw new Refusal('forbidden', say`Only a user of this service can own an item.`);
  if (status === 'accepted' && heir.status !== 'inactive') return heir;
  throw new Refusal('invalid_status', say`The new owner has to accept the collaboration first.`);
}

async function give(change: Change, view: ItemView, old: CollaborationRecord, heir: UserRecord): Promise<void> {
  const { tx, caller } = change;
  const root = await tx.items.get(heir.rootId);
  if (root?.kind !== 'folder') throw new Error(`User ${heir.id} has no root.`);
  const { name, kind } = view.item;
  await requireFreeName(tx, { folder: root, name, kind, itemId: view.item.id });
  requireUnlocked(view.item, change);
  await requireNoFolderLock(tx, view.item);
  const before = await audienceOf(tx, view.item, view.ancestors);
  await passOn(change, view.item, heir.id, await requirePassable(change, view, heir.id));
  const item: ItemRecord = changed({ ...view.item, ownerId: heir.id, parentId: root.id }, change);
  await tx.items.update(item, nameKey(item.name));
  await tx.items.addSize(sizedFolders(view.ancestors), -item.sizeBytes);
  await tx.items.addSize([root.id], item.sizeBytes);
  const kept = await keepGiver(change, old, caller.user.id);
  await settleShownNames(tx, [{ userId: caller.user.id, itemId: item.id }]);
  await emitItemEvent(change, 'ITEM_MOVE', item, [root], { before: view });
  const after = await audienceOf(tx, item, [root]);
  const sessions = await openSessionsIn(change.tx, [view.item.ownerId, item.ownerId]);
  await emitLoss(change, { item, before: view, audienceBefore: before, audienceAfter: after, sessions });
  // The new owner has the item by now, so that the end of the collaboration takes nothing from them.
  await removeCollaborations(change, [old], 'COLLABORATION_REMOVE');
  await emitCreated(change, kept, heir.id, before);
}

/** Makes the old owner a co-owner. */
async function keepGiver({ tx, now }: Change, old: CollaborationRecord, userId: string): Promise<CollaborationRecord> {
  const stamps = { createdBy: userId, createdAt: now, modifiedAt: now, acknowledgedAt: now };
  const limits = { expiresAt: null, isAccessOnly: false, canViewPath: false };
  const kept = { ...old, ...stamps, ...limits, id: await tx.allocateId(), userId, role: 'co-owner' as const };
  await tx.collaborations.insert(kept);
  return kept;
}
