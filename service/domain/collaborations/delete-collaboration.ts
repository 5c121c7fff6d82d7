import type { CollaborationRecord } from '../../ports/metadata/collaborations.ts';
import { type Change, change } from '../change/change.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { emitRemoved, reportCollaboration } from './collaboration-events.ts';
import { requireCollaboration } from './require-collaboration.ts';

/** Ends a collaboration: its person leaves or declines, or who may invite to the item takes the access away. */
export async function deleteCollaboration(service: Service, caller: Caller, id: string): Promise<void> {
  await change(service, caller, async (change) => {
    const { collaboration, isInvited, mayManage } = await requireCollaboration(change.tx, caller, id);
    if (!isInvited && !mayManage) {
      const message = 'Only the person who has the access, or who may invite to the item, can end it.';
      throw new Refusal('access_denied_insufficient_permissions', message);
    }
    await removeCollaboration(change, collaboration, 'COLLABORATION_REMOVE');
  });
}

/** Takes a collaboration away and tells everybody whom it concerns. */
export async function removeCollaboration(
  change: Change,
  collaboration: CollaborationRecord,
  adminType: 'COLLABORATION_REMOVE' | 'COLLABORATION_EXPIRATION',
): Promise<void> {
  await change.tx.collaborations.delete(collaboration.id);
  await reportCollaboration(change, collaboration, adminType, 'COLLABORATION.REMOVED');
  await emitRemoved(change, collaboration);
}
