import { listPendingCollaborations, updateCollaboration } from '../../contract/operations/sharing/collaborations.ts';
import type { Collaboration } from '../../contract/resources/sharing/collaboration.ts';
import type { Invitation } from '../../preload/ipc/shapes/status.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CommandWorld, HandlersOf } from './command-world.ts';
import { done, refusing } from './results.ts';

/** One page of the service. Further invitations appear once these are answered. */
const PAGE_SIZE = 1000;

type InvitationCommands = 'invitation.list' | 'invitation.accept' | 'invitation.decline';

/** Pending collaborations, the same list that the tray notifies about. */
export function invitationCommands({ api, engine }: CommandWorld): HandlersOf<InvitationCommands> {
  const answer = (id: string, status: 'accepted' | 'rejected') =>
    refusing(async () => {
      await api.call(updateCollaboration, { params: { collaboration_id: id }, query: {}, body: { status } });
      engine.refreshInvitations();
      return done;
    });
  return {
    'invitation.list': () => refusing(async () => ({ ok: true as const, value: await pendingInvitations(api) })),
    'invitation.accept': ({ id }) => answer(id, 'accepted'),
    'invitation.decline': ({ id }) => answer(id, 'rejected'),
  };
}

/** The account's pending collaborations, fresh from the service. */
export async function pendingInvitations(api: ApiClient): Promise<Invitation[]> {
  const page = await api.call(listPendingCollaborations, { query: { status: 'pending', limit: PAGE_SIZE } });
  return page.body.entries.map(invitationOf);
}

function invitationOf(collaboration: Collaboration): Invitation {
  const { created_at: createdAt } = collaboration;
  return {
    id: collaboration.id,
    from: collaboration.created_by?.name ?? '',
    fromId: collaboration.created_by?.id ?? '',
    item: collaboration.invite_item?.name ?? '',
    role: collaboration.role ?? '',
    createdAtMs: createdAt === undefined ? null : Date.parse(createdAt),
  };
}
