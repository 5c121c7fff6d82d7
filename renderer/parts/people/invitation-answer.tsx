import type { ReactNode } from 'react';
import type { Invitation } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useInvitation } from '../../state/account/invitation.ts';
import { roleOfYou } from '../../texts/role-name.ts';
import { texts } from '../../texts/texts.ts';

/** The role that an invitation offers, and its two answers. */
export function InvitationAnswer({ invitation: { id, role } }: { invitation: Invitation }): ReactNode {
  const { accept, decline, isBusy, refused } = useInvitation(id);
  return (
    <>
      <p className="text-dim text-small">{roleOfYou(role)}</p>
      <div className="mt-1.5 flex gap-2">
        <Button kind="primary" size="row" isBusy={isBusy} onPress={accept}>
          {texts.actions.accept}
        </Button>
        <Button size="row" isBusy={isBusy} onPress={decline}>
          {texts.actions.decline}
        </Button>
      </div>
      <ErrorMessage error={refused} />
    </>
  );
}
