import { type ReactNode, useState } from 'react';
import type { Account } from '../../../preload/ipc/account.ts';
import type { Status } from '../../../preload/ipc/status.ts';
import { Button } from '../../components/button.tsx';
import { Card, Section } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Progress } from '../../components/progress.tsx';
import { Asked } from '../../parts/asked.tsx';
import { useAccount, useAccountChanged } from '../../state/account.ts';
import { useAction } from '../../state/actions.ts';
import { texts } from '../../style/texts.ts';

/** Who is signed in where, and how much room is left. */
export function AccountSection({ status }: { status: Status }): ReactNode {
  const account = useAccount();
  return (
    <Section title={texts.settings.account}>
      <Card className="p-4">
        <Asked answer={account} skeleton="h-20">
          {(known) => <Facts account={known} status={status} />}
        </Asked>
      </Card>
    </Section>
  );
}

function Facts({ account, status }: { account: Account; status: Status }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { user } = status.account;
  const { kind } = account;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate font-semibold">{user === null ? texts.navigation.signedOut : user.name}</p>
          {user !== null && <p className="truncate text-dim">{user.login}</p>}
          <p className="truncate text-dim text-small">{status.account.baseUrl}</p>
          {kind !== 'none' && <p className="text-dim text-small">{texts.settings.accountKinds[kind]}</p>}
        </div>
        {(kind === 'service' || kind === 'private') && (
          <Button onPress={() => setAsking(true)}>
            {kind === 'service' ? texts.settings.signOut : texts.settings.leavePrivate}
          </Button>
        )}
      </div>
      {user !== null && (
        <div className="grid gap-1">
          <p className="text-small">{texts.settings.space(user.spaceUsed, user.spaceAmount)}</p>
          {user.spaceAmount > 0 && (
            <Progress
              label={texts.settings.spaceLabel}
              share={user.spaceUsed / user.spaceAmount}
              tone={user.spaceUsed / user.spaceAmount > 0.9 ? 'warn' : 'busy'}
            />
          )}
        </div>
      )}
      {isAsking && <SignOutDialog isPrivate={kind === 'private'} onClose={() => setAsking(false)} />}
    </div>
  );
}

function SignOutDialog({ isPrivate, onClose }: { isPrivate: boolean; onClose: () => void }): ReactNode {
  const changed = useAccountChanged();
  const signOut = useAction('account.signOut');
  const { settings } = texts;
  return (
    <ConfirmDialog
      title={isPrivate ? settings.leavePrivateTitle : settings.signOutTitle}
      detail={isPrivate ? settings.leavePrivateDetail : settings.signOutDetail}
      action={settings.signOut}
      acting={signOut}
      onConfirm={() => signOut.mutate({}, { onSettled: changed })}
      onClose={onClose}
    />
  );
}
