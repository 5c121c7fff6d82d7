import type { CollaborationStatus, FullCollaboration } from '../../../contract/resources/sharing/collaboration.ts';
import { say } from '../../../contract/rules/say.ts';
import type { CollaborationRecord, CollaborationRole } from '../../ports/metadata/sharing/collaborations.ts';
import { kindNames } from '../access/item-access.ts';
import { inWayOfShared, nameInUse } from '../access/names.ts';
import { isOwning } from '../access/permissions/path-settings.ts';
import { inForce } from '../access/persons-of.ts';
import { type Change, changeIn } from '../change/change.ts';
import { audienceOf } from '../change/events/audience.ts';
import { Refusal } from '../refusal.ts';
import { answerCollaboration } from '../representation/sharing/answer-collaboration.ts';
import type { Caller, Service } from '../service.ts';
import { emitAccepted, emitExtended, emitRoleChanged, reportCollaboration } from './collaboration-events.ts';
import { coOwnersOnly, requireFuture, requireViewPath } from './create-collaboration.ts';
import { type CollaborationView, requireCollaboration, requireTreesOf } from './require-collaboration.ts';

/** Input of `updateCollaboration`: a response to an invitation, another role, other limits. */
export interface UpdateCollaboration {
  readonly id: string;
  readonly status?: CollaborationStatus | undefined;
  readonly role?: CollaborationRole | undefined;
  /** Milliseconds since the epoch; null removes the expiry. */
  readonly expiresAt?: number | null | undefined;
  readonly canViewPath?: boolean | undefined;
}

/**
 * Accepts or declines an invitation, which only the invited user can do, or changes the collaboration, which requires the right to
 * invite, even while the invitation is pending.
 * @throws Refusal `invalid_status` for an invitation that is not pending; `item_name_in_use` if the user's root already has an item
 * with that name.
 */
export async function updateCollaboration(
  service: Service,
  caller: Caller,
  request: UpdateCollaboration,
): Promise<FullCollaboration> {
  return changeIn(service, caller, { items: [], owners: [caller.user.id] }, async (change) => {
    const view = await requireCollaboration(change.tx, caller, request.id);
    await requireTreesOf(change.tx, view.collaboration);
    const { status } = request;
    const collaboration = status === undefined ? view.collaboration : await answer(change, view, status);
    const updated = await changeAccess(change, { ...view, collaboration }, request);
    return answerCollaboration(service, change.tx, caller, updated);
  });
}

async function answer(
  change: Change,
  { collaboration, isInvited }: CollaborationView,
  status: CollaborationStatus,
): Promise<CollaborationRecord> {
  const { tx, now } = change;
  if (!isInvited) {
    throw new Refusal(
      'access_denied_insufficient_permissions',
      say`Only the invited person can respond to an invitation.`,
    );
  }
  if (collaboration.status !== 'pending' || status === 'pending') {
    const message = say`The invitation is already ${collaboration.status}.`;
    throw new Refusal('invalid_status', message);
  }
  const answered: CollaborationRecord = { ...collaboration, status, modifiedAt: now, acknowledgedAt: now };
  if (status === 'rejected') {
    await tx.collaborations.update(answered);
    await reportCollaboration(change, answered, null, 'COLLABORATION.REJECTED');
    return answered;
  }
  if (!collaboration.isAccessOnly) await requireRoomInRoot(change, collaboration);
  const item = await tx.items.get(collaboration.itemId);
  const before = item ? await audienceOf(tx, item, await tx.items.ancestors(item)) : new Map();
  await tx.collaborations.update(answered);
  await emitAccepted(change, answered, before);
  return answered;
}

/** Two items with the same name in one root would conflict on every computer that syncs it. */
async function requireRoomInRoot({ tx, caller }: Change, { itemId }: CollaborationRecord): Promise<void> {
  const item = await tx.items.get(itemId);
  const other = item ? await inWayOfShared(tx, caller.user, item) : null;
  if (!item || !other) return;
  const message = say`Your root already contains a ${kindNames[other.kind]} named "${other.name}". Rename or move it, then accept the invitation.`;
  throw nameInUse(message, item.kind, other);
}

async function changeAccess(
  change: Change,
  { collaboration: before, mayManage, view }: CollaborationView,
  { role = before.role, expiresAt = before.expiresAt, canViewPath = before.canViewPath }: UpdateCollaboration,
): Promise<CollaborationRecord> {
  const isSame = role === before.role && expiresAt === before.expiresAt && canViewPath === before.canViewPath;
  if (isSame) return before;
  if (!mayManage || !view) {
    throw new Refusal(
      'access_denied_insufficient_permissions',
      say`Only someone who may invite to the item can change a collaboration.`,
    );
  }
  // Collaborators cannot change the expiry or the role of their own access, nor of that of their groups.
  const isRestricted = role === 'co-owner' || (await isAccessOf(change, before));
  if (isRestricted && !isOwning(view.access.role)) throw coOwnersOnly();
  if (expiresAt !== before.expiresAt) requireFuture(expiresAt, change.now);
  if (canViewPath !== before.canViewPath) requireViewPath(view, true);
  const changed: CollaborationRecord = { ...before, role, expiresAt, canViewPath, modifiedAt: change.now };
  const audience = await audienceOf(change.tx, view.item, view.ancestors);
  await change.tx.collaborations.update(changed);
  const isRole = role !== before.role;
  const adminType = isRole ? 'COLLABORATION_ROLE_CHANGE' : 'UPDATE_COLLABORATION_EXPIRATION';
  await reportCollaboration(change, changed, adminType, 'COLLABORATION.UPDATED');
  if (isRole && changed.status === 'accepted') await emitRoleChanged(change, changed);
  // The job has not removed it yet.
  const hadExpired = before.status === 'accepted' && inForce(change.tx, [before]).length === 0;
  if (hadExpired && expiresAt !== before.expiresAt) await emitExtended(change, changed, audience);
  return changed;
}

async function isAccessOf({ tx, caller }: Change, { userId, groupId }: CollaborationRecord): Promise<boolean> {
  if (groupId === null) return userId === caller.user.id;
  return (await tx.groups.membershipOf(groupId, caller.user.id)) !== null;
}
