import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useAccount } from '../../state/account/account.ts';
import { useAction } from '../../state/bridge/actions.ts';
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
  return (
    <section
      aria-label={settings.signedOutTitle}
      className="flex flex-wrap items-start gap-3 border-line border-b bg-warn-bg px-4 py-3 text-warn md:px-8"
    >
      <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-[1_1_16rem]">
        <strong className="font-semibold">{settings.signedOutTitle}.</strong>{' '}
        {account.signIn.state === 'waiting'
          ? welcome.signInDetail(account.signIn.baseUrl)
          : isGiven
            ? settings.signedOutGiven
            : settings.signedOutDetail}
      </p>
      {!isGiven && <SignInAgain account={account} />}
    </section>
  );
}

function SignInAgain({ account }: { account: Account }): ReactNode {
  const { signIn: standing } = account;
  const signIn = useAction('account.signIn');
  const cancel = useAction('account.cancelSignIn');
  const error = signIn.error ?? (standing.state === 'failed' ? standing.error : null);
  return (
    <>
      {standing.state === 'waiting' ? (
        <span className="flex flex-wrap items-center gap-3">
          <a
            href={standing.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-8 items-center rounded-control bg-accent px-3 text-on-accent hover:bg-accent-hover"
          >
            {texts.welcome.openSignIn}
          </a>
          <Button onPress={() => cancel.mutate({})}>{texts.actions.cancel}</Button>
        </span>
      ) : (
        <Button isDisabled={signIn.isPending} onPress={() => signIn.mutate({})}>
          {texts.settings.signInAgain}
        </Button>
      )}
      {error !== null && !signIn.isPending && standing.state !== 'waiting' && (
        <div className="basis-full">
          <ErrorMessage error={error} />
        </div>
      )}
    </>
  );
}
