import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import { SignInAgain } from '../../parts/sign-in-again.tsx';
import { useAccount } from '../../state/account/account.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';

/** Shown on every page while the sign-in has expired, with a link to sign in again. */
export function SignInBanner(): ReactNode {
  const isSignedOut = useStatus(({ account }) => account.state === 'signed_out') === true;
  const account = useAccount().data;
  // The private service issues new tokens by itself, so no action is needed.
  const isShown = isSignedOut && account !== undefined && (account.kind === 'service' || account.kind === 'given');
  return <div aria-live="polite">{isShown && <Ended account={account} />}</div>;
}

function Ended({ account }: { account: Account }): ReactNode {
  const { settings, welcome } = texts;
  const isGiven = account.kind === 'given';
  const isHidden = account.signIn.state === 'hidden';
  const title = isHidden ? settings.hiddenSignInTitle : settings.signedOutTitle;
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-start gap-3 border-line border-b bg-warn-bg px-4 py-3 text-warn md:px-8"
    >
      <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-[1_1_16rem]">
        <strong className="font-semibold">{title}.</strong>{' '}
        {account.signIn.state === 'waiting'
          ? welcome.signInDetail(account.signIn.baseUrl)
          : detailOf(isGiven, isHidden)}
      </p>
      {!isGiven && <SignInAgain account={account} />}
    </section>
  );
}

function detailOf(isGiven: boolean, isHidden: boolean): string {
  const { settings } = texts;
  if (isGiven) return settings.signedOutGiven;
  return isHidden ? settings.hiddenSignInDetail : settings.signedOutDetail;
}
