import { type ReactNode, useId } from 'react';
import type { Invitation } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { rowButtons } from '../../components/controls/button-look.ts';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Avatar } from '../../parts/people/avatar.tsx';
import { useInvitation } from '../../state/account/invitation.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatWhen } from '../../texts/format.ts';
import { roleOfYou } from '../../texts/role-name.ts';
import { say } from '../../texts/say.ts';
import { texts } from '../../texts/texts.ts';

/** Pending collaborations, the same that the tray notifies. Each says what it is, so the heading is for screen readers. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }): ReactNode {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="w-full min-w-0">
      <h2 id={titleId} className="sr-only">
        {texts.home.invitations}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }): ReactNode {
  const { id, from, fromId, item, role, createdAtMs } = invitation;
  const { accept, decline, isBusy, refused } = useInvitation(id);
  const nowMs = useNow();
  const asked = createdAtMs === null ? '' : texts.home.invitedAt(formatWhen(createdAtMs, nowMs));
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <Avatar id={fromId} name={from} size={36} />
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-semibold">{say({ code: 'invitation', args: { from, item } })}</p>
        <p className="text-dim text-small">{[roleOfYou(role), asked].filter(Boolean).join(' · ')}</p>
      </div>
      <div className={rowButtons}>
        <Button kind="ghost" isBusy={isBusy} onPress={decline}>
          {texts.actions.decline}
        </Button>
        <Button isBusy={isBusy} onPress={accept}>
          {texts.actions.accept}
        </Button>
      </div>
      {refused !== null && (
        <div className="basis-full">
          <ErrorMessage error={refused} />
        </div>
      )}
    </li>
  );
}
