import type { AdminEventType } from '../../../contract/resources/streams/admin-event.ts';
import type { HubCollaborationRecord } from '../../ports/metadata/surfaces/hubs.ts';
import type { Change } from '../change/change.ts';
import { answerHubCollaboration } from '../representation/sharing/hub-collaboration.ts';

/** Adds (no `before`), changes or removes (no `after`) a member or an invitation of a hub. The administrators' log has each change of access. */
export async function changeHubMember(
  { tx, report }: Change,
  before: HubCollaborationRecord | null,
  after: HubCollaborationRecord | null,
): Promise<void> {
  if (after === null) await tx.hubs.deleteCollaboration(before?.id ?? '');
  else if (before === null) await tx.hubs.insertCollaboration(after);
  else await tx.hubs.updateCollaboration(after);
  const member = after ?? before;
  if (member === null) return;
  const resource = await answerHubCollaboration(tx, member);
  for (const adminType of typesOf(before, after)) {
    await report({ adminType, trigger: null, source: { kind: 'resource', resource } });
  }
}

/** A declined invitation gives no access: the log has neither the answer nor its removal. */
function typesOf(
  before: HubCollaborationRecord | null,
  after: HubCollaborationRecord | null,
): readonly AdminEventType[] {
  if (before === null) return ['COLLABORATION_INVITE'];
  if (after === null) return before.status === 'rejected' ? [] : ['COLLABORATION_REMOVE'];
  return [
    ...(after.status === 'accepted' && before.status !== 'accepted' ? ['COLLABORATION_ACCEPT' as const] : []),
    ...(after.role === before.role ? [] : ['COLLABORATION_ROLE_CHANGE' as const]),
  ];
}

/** Removes a user or group that is about to be deleted from all hubs. */
export async function leaveHubs(change: Change, granteeType: 'user' | 'group', granteeId: string): Promise<void> {
  const members = await change.tx.hubs.listCollaborationsOf(granteeType, granteeId);
  for (const member of members) await changeHubMember(change, member, null);
}

/** Members per read. */
const batch = 500;

/** Removes all members and invitations of a hub that is about to be deleted. */
export async function removeHubMembers(change: Change, hubId: string): Promise<void> {
  for (;;) {
    const members = await change.tx.hubs.listCollaborations(hubId, { after: null, limit: batch });
    for (const member of members) await changeHubMember(change, member, null);
    if (members.length < batch) return;
  }
}
