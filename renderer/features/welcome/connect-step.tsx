import { CircleCheck, Globe, Laptop } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CommandInput } from '../../../preload/ipc/commands.ts';
import type { Account, ServiceFound } from '../../../preload/ipc/shapes/account.ts';
import { Button } from '../../components/controls/button.tsx';
import { ChoiceCards } from '../../components/controls/choices/choice-cards.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Field } from '../../components/form/field.tsx';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { useKeptText } from '../../state/preferences/kept-text.ts';
import { texts } from '../../texts/texts.ts';
import { AdvancedFields, type AdvancedForm } from './advanced-fields.tsx';
import { StepHeading } from './step-heading.tsx';

const ways = [
  { id: 'service', ...texts.welcome.ways.service, icon: Globe },
  { id: 'private', ...texts.welcome.ways.private, icon: Laptop },
] as const;

/** Connects to a service by its URL, or to this computer's own service. */
export function ConnectStep({ account, advanced }: { account: Account; advanced: AdvancedForm }): ReactNode {
  const [address, setAddress] = useKeptText('connect.address', '');
  const [kept, keepWay] = useKeptText('connect.way', 'service');
  const isPrivate = account.canStartPrivate && kept === 'private';
  const { connect, startPrivate, isBusy, error, doing } = useWays(account);
  const found = useFound(isPrivate ? '' : address);
  const submit = (event: { preventDefault: () => void }): void => {
    event.preventDefault();
    if (isPrivate) startPrivate();
    else connect(address, advanced.given);
  };
  const fields = (
    <>
      <Field
        label={texts.welcome.address}
        example={texts.welcome.addressExample}
        value={address}
        onChange={setAddress}
        type="url"
        isLarge
        mark={found !== null && <FoundMark />}
      />
      <AdvancedFields advanced={advanced} redirectUri={account.redirectUri} isNeeded={found?.needsClient === true} />
    </>
  );
  return (
    <>
      <StepHeading title={texts.welcome.connectTitle} detail={texts.welcome.connectDetail} />
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
        {account.canStartPrivate ? (
          <ChoiceCards
            label={texts.welcome.connectChoice}
            cards={ways}
            value={isPrivate ? 'private' : 'service'}
            onChange={keepWay}
            isBusy={isBusy}
          >
            {isPrivate ? null : fields}
          </ChoiceCards>
        ) : (
          fields
        )}
        {!isBusy && <ErrorMessage error={error} />}
        <div className="mt-4 flex items-center justify-end gap-3">
          <span aria-live="polite" className="text-dim">
            {doing}
          </span>
          <Button kind="primary" size="large" type="submit" isBusy={isBusy}>
            {isPrivate ? texts.welcome.startPrivate : texts.welcome.connect}
          </Button>
        </div>
      </form>
    </>
  );
}

const FoundMark = (): ReactNode => (
  <>
    <CircleCheck aria-hidden className="size-4.5 text-ok" />
    <span className="sr-only">{texts.welcome.found}</span>
  </>
);

/** The service that has answered at this address, checked when the person stops typing it; null: none. */
function useFound(address: string): ServiceFound | null {
  const typed = useDebounced(address.trim(), QUIET_MS);
  const isAddress = /^\S+\.\S{2,}$/.test(typed);
  const found = useAnswer('account.check', isAddress ? { address: typed } : null);
  return found.isSuccess && typed === address.trim() ? found.data : null;
}

/** Long enough that parts of a name are not looked up. */
const QUIET_MS = 700;

function useWays({ signIn: standing }: Account) {
  const check = useAction('account.check');
  const signIn = useAction('account.signIn');
  const start = useAction('account.startPrivate');
  const failed = standing.state === 'failed' ? standing.error : null;
  const isConnecting = check.isPending || signIn.isPending;
  return {
    connect: (address: string, given: Partial<CommandInput<'account.signIn'>>): void => {
      signIn.reset();
      start.reset();
      check.mutate(
        { address },
        { onSuccess: ({ baseUrl, uploadUrl }) => signIn.mutate({ baseUrl, uploadUrl, ...given }) },
      );
    },
    startPrivate: (): void => {
      check.reset();
      signIn.reset();
      start.mutate({});
    },
    isBusy: isConnecting || start.isPending,
    error: start.error ?? check.error ?? signIn.error ?? failed,
    doing: isConnecting ? texts.welcome.connecting : start.isPending ? texts.welcome.startingPrivate : '',
  };
}
