import type { ReactNode } from 'react';
import type { Invitation } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Avatar } from '../../parts/people/avatar.tsx';
import { useInvitation } from '../../state/account/invitation.ts';
import { roleOfYou } from '../../texts/role-name.ts';
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

function InvitationRow({ invitation: { id, from, fromId, item, role } }: { invitation: Invitation }): ReactNode {
  const { accept, decline, isBusy, refused } = useInvitation(id);
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar id={fromId} name={from} size={36} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p>{texts.home.invites(from, item)}</p>
        <p className="text-dim text-small">{roleOfYou(role)}</p>
        <div className="mt-1.5 flex gap-2">
          <Button kind="primary" size="row" isDisabled={isBusy} onPress={accept}>
            {texts.actions.accept}
          </Button>
          <Button size="row" isDisabled={isBusy} onPress={decline}>
            {texts.actions.decline}
          </Button>
        </div>
        <ErrorMessage error={refused} />
      </div>
    </li>
  );
}
