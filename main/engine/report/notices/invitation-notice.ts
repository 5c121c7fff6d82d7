import type { WindowPlace } from '../../../../preload/ipc/shapes/desktop.ts';
import type { Invitation } from '../../../../preload/ipc/shapes/status.ts';
import type { Message, Words } from '../../../../preload/words/message.ts';

import type { Naming } from '../../ports/remote/naming.ts';

/** A one-time message, in the shape of the notice feed. */
export type Notice = {
  readonly id: string;
  readonly kind: 'invitation' | 'mention' | 'attention' | 'drop_finished' | 'signed_out';
  readonly title: Message;
  readonly body: Words;
  readonly invitation: Invitation | null;
  /** Where it leads; omitted: where its kind does. */
  readonly place?: WindowPlace;
  /** Whose comment or task it is about. */
  readonly by?: Naming['by'];
};

export function invitationNotice(invitation: Invitation): Notice {
  const { from, item, role } = invitation;
  return {
    id: `invitation ${invitation.id}`,
    kind: 'invitation',
    title: { code: 'invitation', args: { from, item } },
    body: { code: 'invitation_details', args: { from, item, role } },
    invitation,
  };
}
