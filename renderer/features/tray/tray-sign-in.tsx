import type { ReactNode } from 'react';
import type { Status } from '../../../preload/ipc/shapes/status.ts';
import { SignInAgain } from '../../parts/sign-in-again.tsx';
import { useAccount } from '../../state/account/account.ts';
import { texts } from '../../texts/texts.ts';

/** The way out of an expired sign-in; the head says what happened. */
export function TraySignIn({ status }: { status: Status }): ReactNode {
  const account = useAccount().data;
  if (status.account.state !== 'signed_out' || account === undefined) return null;
  if (account.kind === 'given') return <p className="px-4 py-3 text-dim">{texts.settings.signedOutGiven}</p>;
  // The private service issues new tokens by itself.
  if (account.kind !== 'service') return null;
  return (
    <div className="flex flex-wrap items-center gap-2 bg-warn-bg px-4 py-3">
      {account.signIn.state === 'waiting' && (
        <p className="basis-full text-warn">{texts.welcome.signInDetail(account.signIn.baseUrl)}</p>
      )}
      {account.signIn.state === 'hidden' && <p className="basis-full text-warn">{texts.settings.hiddenSignInDetail}</p>}
      <SignInAgain account={account} kind="primary" />
    </div>
  );
}
