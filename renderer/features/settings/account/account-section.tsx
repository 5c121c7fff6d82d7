import { type ReactNode, useState } from 'react';
import type { Account } from '../../../../preload/ipc/shapes/account.ts';
import type { AccountStatus } from '../../../../preload/ipc/shapes/status.ts';
import { Button } from '../../../components/controls/button.tsx';
import { rowButtons } from '../../../components/controls/button-look.ts';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { FactLine } from '../../../components/layout/fact-line.tsx';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useAccount } from '../../../state/account/account.ts';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { useStatus } from '../../../state/bridge/session.ts';
import { texts } from '../../../texts/texts.ts';
import { EditProfile } from './edit-profile.tsx';
import { Storage } from './storage.tsx';

/** The signed-in user, the service, and the remaining space. */
export function AccountSection(): ReactNode {
  const account = useAccount();
  const status = useStatus(({ account: known }) => known);
  return (
    <Section title={texts.settings.account}>
      <Card className="p-4">
        <QueryBoundary answer={account} skeleton="h-20">
          {(known) => status !== null && <Facts account={known} status={status} />}
        </QueryBoundary>
        <OtherWindows />
      </Card>
    </Section>
  );
}

/** Only in a browser: the desktop application has no other windows to sign out. */
function OtherWindows(): ReactNode {
  const session = useAnswer('session.get', {}).data;
  const signOut = useAction('window.signOutOthers');
  const { settings } = texts;
  if (session?.host !== 'browser') return null;
  return (
    <div className="-mx-4 mt-3 grid gap-2 border-line border-t px-4 pt-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-dim text-small">{settings.otherWindows}</p>
        <Button isBusy={signOut.isPending} onPress={() => signOut.mutate({})}>
          {settings.signOutOthers}
        </Button>
      </div>
      <p aria-live="polite" className="text-small empty:hidden">
        {signOut.data === undefined ? '' : settings.otherWindowsEnded(signOut.data.ended)}
      </p>
      <ErrorMessage error={signOut.error} />
    </div>
  );
}

function Facts({ account, status }: { account: Account; status: AccountStatus }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { user } = status;
  const { kind } = account;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {user !== null && <Avatar id={user.id} name={user.name} size={48} />}
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="truncate font-semibold">{user === null ? texts.navigation.signedOut : user.name}</p>
          {/* The address of the private service leads nowhere. */}
          <FactLine facts={[user?.login ?? null, kind === 'private' ? null : hostOf(status.baseUrl)]} />
          {kind !== 'none' && kind !== 'service' && (
            <p className="text-dim text-small">{texts.settings.accountKinds[kind]}</p>
          )}
        </div>
        <div className={rowButtons}>
          {(kind === 'service' || kind === 'private') && (
            <Button kind="ghost" onPress={() => setAsking(true)}>
              {kind === 'service' ? texts.settings.signOut : texts.settings.leavePrivate}
            </Button>
          )}
          {user !== null && <EditProfile />}
        </div>
      </div>
      {user !== null && <Storage user={user} />}
      {isAsking && <SignOutDialog isPrivate={kind === 'private'} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** `https://files.example.com/2.0` -> `files.example.com`. */
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

function SignOutDialog({ isPrivate, onClose }: { isPrivate: boolean; onClose: () => void }): ReactNode {
  const signOut = useAction('account.signOut');
  const { settings } = texts;
  return (
    <ConfirmDialog
      title={isPrivate ? settings.leavePrivateTitle : settings.signOutTitle}
      detail={isPrivate ? settings.leavePrivateDetail : settings.signOutDetail}
      action={settings.signOut}
      acting={signOut}
      onConfirm={() => signOut.mutate({})}
      onClose={onClose}
    />
  );
}
