import type { CollaborationStatus, FullCollaboration } from '../../../contract/resources/collaboration.ts';
import type { CollaborationRecord, CollaborationRole } from '../../ports/metadata/collaborations.ts';
import { inWayOfShared, nameInUse } from '../access/names.ts';
import { type Change, change } from '../change/change.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { answerCollaboration } from './answer-collaboration.ts';
import { emitAccepted, emitRoleChanged } from './collaboration-events.ts';
import { type CollaborationView, requireCollaboration } from './require-collaboration.ts';

/** What `updateCollaboration` is told: an answer to an invitation, or another role. */
export interface UpdateCollaboration {
  readonly id: string;
  readonly status?: CollaborationStatus | undefined;
  readonly role?: CollaborationRole | undefined;
}

/**
 * Accepts or declines an invitation, which only the invited person can, or changes the role, which is for who may invite.
 * @throws Refusal `invalid_status` unless the invitation still waits; `item_name_in_use` when the item would appear in a root
 * that has one of its name.
 */
export async function updateCollaboration(
  service: Service,
  caller: Caller,
  { id, status, role }: UpdateCollaboration,
): Promise<FullCollaboration> {
  return change(service, caller, async (change) => {
    const view = await requireCollaboration(change.tx, caller, id);
    const answered = status === undefined ? view.collaboration : await answer(change, view, status);
    const updated =
      role === undefined ? answered : await changeRole(change, { ...view, collaboration: answered }, role);
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
    throw new Refusal('access_denied_insufficient_permissions', 'Only the invited person can answer an invitation.');
  }
  if (collaboration.status !== 'pending' || status === 'pending') {
    const message = `The invitation was answered already: it is ${collaboration.status}.`;
    throw new Refusal('invalid_status', message);
  }
  if (status === 'accepted') await requireRoomInRoot(change, collaboration);
  const answered: CollaborationRecord = { ...collaboration, status, modifiedAt: now, acknowledgedAt: now };
  await tx.collaborations.update(answered);
  if (status === 'accepted') await emitAccepted(change, answered);
  return answered;
}

/** Two items of one name in a root would be one too many for every computer that keeps it in step. */
async function requireRoomInRoot({ tx, caller }: Change, { itemId }: CollaborationRecord): Promise<void> {
  const item = await tx.items.get(itemId);
  const other = item ? await inWayOfShared(tx, caller.user, item) : null;
  if (!item || !other) return;
  const message = `You have a ${other.kind} with the name "${other.name}" in your root already. Rename or move it, then accept the invitation.`;
  throw nameInUse(message, item.kind, other);
}

async function changeRole(
  change: Change,
  { collaboration, mayManage }: CollaborationView,
  role: CollaborationRole,
): Promise<CollaborationRecord> {
  if (!mayManage) {
    throw new Refusal('access_denied_insufficient_permissions', 'Only who may invite to the item can change a role.');
  }
  if (collaboration.role === role) return collaboration;
  const changed: CollaborationRecord = { ...collaboration, role, modifiedAt: change.now };
  await change.tx.collaborations.update(changed);
  if (changed.status === 'accepted') await emitRoleChanged(change, changed);
  return changed;
}
