import type { ReactNode } from 'react';
import type { Invitation } from '../../../preload/ipc/shapes/status.ts';
import { MessageText } from '../../components/feedback/message-text.tsx';
import { Avatar } from '../../parts/people/avatar.tsx';
import { InvitationAnswer } from '../../parts/people/invitation-answer.tsx';
import { texts } from '../../texts/texts.ts';

/** Number of invitations that can be answered here; the others are in the window. */
const MOST = 2;

export function TrayInvitations({ invitations }: { invitations: readonly Invitation[] }): ReactNode {
  if (invitations.length === 0) return null;
  const more = invitations.length - MOST;
  return (
    <ul aria-label={texts.home.invitations} className="divide-y divide-line bg-accent-bg">
      {invitations.slice(0, MOST).map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
      {more > 0 && <li className="px-4 py-2 text-dim text-small">{texts.tray.moreInvitations(more)}</li>}
    </ul>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }): ReactNode {
  const { from, fromId, item } = invitation;
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar id={fromId} name={from} size={36} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p>
          <MessageText message={{ code: 'invitation', args: { from, item } }} />
        </p>
        <InvitationAnswer invitation={invitation} />
      </div>
    </li>
  );
}
