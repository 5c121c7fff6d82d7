import type { ReactNode } from 'react';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextBox } from '../../components/controls/text-box.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { useKeptText } from '../../state/preferences/kept-text.ts';
import { texts } from '../../texts/texts.ts';
import { StepHeading } from './step-heading.tsx';

/** Connects to a service by its URL, or to this computer's own service. */
export function ConnectStep({ account }: { account: Account }): ReactNode {
  const [address, setAddress] = useKeptText('welcome.address', '');
  const check = useAction('account.check');
  const signIn = useAction('account.signIn');
  const startPrivate = useAction('account.startPrivate');
  const isBusy = check.isPending || signIn.isPending || startPrivate.isPending;
  const connect = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    signIn.reset();
    check.mutate({ address }, { onSuccess: (found) => signIn.mutate(found) });
  };
  const failed = account.signIn.state === 'failed' ? account.signIn.error : null;
  const error = check.error ?? signIn.error ?? failed;
  return (
    <>
      <StepHeading title={texts.welcome.connectTitle} detail={texts.welcome.connectDetail} />
      <form onSubmit={connect} className="grid gap-3" noValidate>
        <TextBox label={texts.welcome.address} value={address} onChange={setAddress} type="url" />
        <p className="text-dim text-small">{texts.welcome.addressExample}</p>
        {error !== null && !isBusy && <ErrorMessage error={error} />}
        <div className="flex items-center gap-3">
          <Button kind="primary" size="large" type="submit" isDisabled={isBusy}>
            {texts.welcome.connect}
          </Button>
          <span aria-live="polite" className="text-dim">
            {check.isPending || signIn.isPending ? texts.welcome.connecting : ''}
          </span>
        </div>
      </form>
      {account.canStartPrivate && (
        <section aria-label={texts.welcome.or} className="grid gap-3 border-line border-t pt-5">
          <div>
            <h2 className="font-semibold">{texts.welcome.or}</h2>
            <p className="text-dim">{texts.welcome.privateDetail}</p>
          </div>
          <ErrorMessage error={startPrivate.error} />
          <div className="flex items-center gap-3">
            <Button size="large" isDisabled={isBusy} onPress={() => startPrivate.mutate({})}>
              {texts.welcome.startPrivate}
            </Button>
            <span aria-live="polite" className="text-dim">
              {startPrivate.isPending ? texts.welcome.startingPrivate : ''}
            </span>
          </div>
        </section>
      )}
    </>
  );
}
