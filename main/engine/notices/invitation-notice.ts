import type { Invitation } from '../../../preload/ipc/status.ts';

/** A thing to tell once, in the shape of the notice feed. */
export type Notice = {
  readonly id: string;
  readonly kind: 'invitation' | 'attention' | 'drop_finished' | 'signed_out';
  readonly title: string;
  readonly body: string;
  readonly invitation: Invitation | null;
};

export function invitationNotice(invitation: Invitation): Notice {
  const from = invitation.from === '' ? 'Somebody' : invitation.from;
  const item = invitation.item === '' ? 'something' : `“${invitation.item}”`;
  return {
    id: `invitation ${invitation.id}`,
    kind: 'invitation',
    title: `${from} invites you`,
    body: `${from} wants to share ${item} with you as ${invitation.role.replaceAll('_', ' ')}.`,
    invitation,
  };
}
