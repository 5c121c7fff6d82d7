import { say } from '../../../contract/rules/say.ts';
import type { CollaborationRecord } from '../../ports/metadata/sharing/collaborations.ts';
import { type Change, changeIn } from '../change/change.ts';
import { together } from '../kernel/work/together.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { emitRemoved, reportCollaboration } from './collaboration-events.ts';
import { requireCollaboration, requireTreesOf } from './require-collaboration.ts';

/** Ends a collaboration: its user leaves or declines, or someone who may invite to the item removes it. */
export async function deleteCollaboration(service: Service, caller: Caller, id: string): Promise<void> {
  await changeIn(service, caller, { items: [], owners: [caller.user.id] }, async (change) => {
    const { collaboration, isInvited, mayManage } = await requireCollaboration(change.tx, caller, id);
    await requireTreesOf(change.tx, collaboration);
    if (!isInvited && !mayManage) {
      const message = say`Only the collaborator, or someone who may invite to the item, can end this collaboration.`;
      throw new Refusal('access_denied_insufficient_permissions', message);
    }
    await removeCollaborations(change, [collaboration], 'COLLABORATION_REMOVE');
  });
}

/** Removes collaborations and notifies everyone affected. */
export async function removeCollaborations(
  change: Change,
  collaborations: readonly CollaborationRecord[],
  adminType: 'COLLABORATION_REMOVE' | 'COLLABORATION_EXPIRATION',
): Promise<void> {
  const remove = async (collaboration: CollaborationRecord) => {
    await change.tx.collaborations.delete(collaboration.id);
    await reportCollaboration(change, collaboration, adminType, 'COLLABORATION.REMOVED');
  };
  await together(collaborations.map(remove));
  await emitRemoved(change, collaborations);
}
