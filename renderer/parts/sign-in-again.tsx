import type { ReactNode } from 'react';
import type { Account } from '../../preload/ipc/shapes/account.ts';
import { Button } from '../components/controls/button.tsx';
import type { ButtonKind } from '../components/controls/button-look.ts';
import { LinkButton } from '../components/controls/link-button.tsx';
import { ErrorMessage } from '../components/feedback/error-message.tsx';
import { useAction } from '../state/bridge/actions.ts';
import { texts } from '../texts/texts.ts';

/** Starts the sign-in at the account's service, and while it is open in the browser leads there or cancels it. If the keyring hides the current one, it can be asked again. */
export function SignInAgain({
  account: { signIn: standing },
  kind = 'plain',
}: {
  account: Account;
  kind?: ButtonKind;
}): ReactNode {
  const signIn = useAction('account.signIn');
  const cancel = useAction('account.cancelSignIn');
  const read = useAction('account.readSignIn');
  const error = signIn.error ?? (standing.state === 'failed' ? standing.error : null);
  return (
    <>
      {standing.state === 'waiting' ? (
        <span className="flex flex-wrap items-center gap-3">
          <LinkButton kind="primary" href={standing.url} isOutside>
            {texts.welcome.openSignIn}
          </LinkButton>
          <Button onPress={() => cancel.mutate({})}>{texts.actions.cancel}</Button>
        </span>
      ) : (
        <span className="flex flex-wrap items-center gap-3">
          {standing.state === 'hidden' && (
            <Button kind={kind} isBusy={read.isPending} onPress={() => read.mutate({})}>
              {texts.actions.retry}
            </Button>
          )}
          <Button
            kind={standing.state === 'hidden' ? 'plain' : kind}
            isBusy={signIn.isPending}
            onPress={() => signIn.mutate({})}
          >
            {texts.settings.signInAgain}
          </Button>
        </span>
      )}
      {error !== null && !signIn.isPending && standing.state !== 'waiting' && (
        <div className="basis-full">
          <ErrorMessage error={error} />
        </div>
      )}
    </>
  );
}
