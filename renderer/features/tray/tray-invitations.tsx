import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invitation } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
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

function InvitationRow({ invitation: { id, from, item, role } }: { invitation: Invitation }): ReactNode {
  const { accept, decline, isBusy, refused } = useInvitation(id);
  return (
    <li className="flex flex-wrap items-center gap-2 px-4 py-2">
      <Users aria-hidden className="size-4.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="">{texts.home.invites(from, item)}</p>
        <p className="text-dim text-small">{roleOfYou(role)}</p>
      </div>
      <Button isDisabled={isBusy} onPress={decline}>
        {texts.actions.decline}
      </Button>
      <Button kind="primary" isDisabled={isBusy} onPress={accept}>
        {texts.actions.accept}
      </Button>
      <ErrorMessage error={refused} />
    </li>
  );
}
