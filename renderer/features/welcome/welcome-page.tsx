import { type ReactNode, useEffect } from 'react';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import type { RootStatus } from '../../../preload/ipc/shapes/status.ts';
import { ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { useAccount } from '../../state/account/account.ts';
import { useAnswer } from '../../state/bridge/actions.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { ChooseStep } from './choose-step.tsx';
import { ConnectStep } from './connect-step.tsx';
import { FolderStep } from './folder-step.tsx';
import { SignInStep } from './sign-in-step.tsx';

/**
 * Setup up to the first synced folder, and later for additional folders. The step follows from the current state (an account, a
 * root that was added and not started) and from the URL, so a reload returns to the same one.
 */
export function WelcomePage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const account = useAccount();
  const baseUrl = useStatus((status) => status.account.baseUrl);
  const roots = useStatus((status) => status.roots) ?? [];
  if (account.data === undefined) {
    return (
      <Frame>
        {account.error === null ? (
          <Loading />
        ) : (
          <ErrorState
            sentence={account.error.message}
            remedy={account.error.remedy}
            onRetry={() => void account.refetch()}
          />
        )}
      </Frame>
    );
  }
  if (account.data.kind === 'none') return <Frame step={1}>{<Connecting account={account.data} />}</Frame>;
  // The status may still be from before the sign-in.
  if (baseUrl !== account.data.baseUrl) return <Frame>{<Loading />}</Frame>;
  return <Folders account={account.data} roots={roots} parameters={parameters} />;
}

/** Asks for an additional folder; otherwise users who already have one need no step. */
function Folders({
  account,
  roots,
  parameters,
}: {
  account: Account;
  roots: readonly RootStatus[];
  parameters: URLSearchParams;
}): ReactNode {
  const rootId = parameters.get('root');
  const isAdding = parameters.has('add');
  const root = roots.find(({ id }) => String(id) === rootId);
  // A newly added root appears in the list before it appears in the status.
  const listed = useAnswer('root.list', {}).data;
  const isComing = rootId !== null && listed?.some(({ id }) => String(id) === rootId) !== false;
  const isUnsaid = rootId === null && !isAdding;
  const isDone = isUnsaid && roots.length > 0;
  useEffect(() => {
    // With the step in the URL, it stays when its own folder appears in the status.
    if (isUnsaid) window.location.replace(isDone ? hrefOf('home') : hrefOf('welcome', { add: 'folder' }));
  }, [isUnsaid, isDone]);
  if (root !== undefined) {
    return (
      <Frame step={3}>
        <ChooseStep root={root} />
      </Frame>
    );
  }
  if (isUnsaid || isComing) return <Frame>{<Loading />}</Frame>;
  return (
    <Frame step={2} canLeave={roots.length > 0}>
      <FolderStep account={account} roots={roots} />
    </Frame>
  );
}

function Connecting({ account }: { account: Account }): ReactNode {
  const { signIn } = account;
  if (signIn.state === 'waiting') return <SignInStep baseUrl={signIn.baseUrl} url={signIn.url} />;
  return <ConnectStep account={account} />;
}

/** The plain frame of the first steps: shows the current step without navigation. */
function Frame({
  step,
  canLeave = false,
  children,
}: {
  step?: 1 | 2 | 3;
  canLeave?: boolean;
  children: ReactNode;
}): ReactNode {
  const { steps } = texts.welcome;
  return (
    <div className="grid min-h-full content-start justify-items-center gap-6 px-4 py-8 md:py-14">
      <div className="flex w-full max-w-xl items-center justify-between gap-4">
        <span className="flex items-center gap-2.5 font-semibold">
          <Logo />
          {texts.name}
        </span>
        {canLeave && (
          <a href="#/home" className="text-accent underline">
            {texts.welcome.notNow}
          </a>
        )}
      </div>
      {step !== undefined && (
        <ol className="flex w-full max-w-xl gap-2" aria-label={texts.welcome.step(step, steps.length)}>
          {steps.map((name, index) => (
            <li
              key={name}
              aria-current={index + 1 === step ? 'step' : undefined}
              className="grid min-w-0 flex-1 gap-1 text-small"
            >
              <span aria-hidden className={`h-1 rounded-full ${index < step ? 'bg-accent' : 'bg-mute-bg'}`} />
              <span className={index + 1 === step ? 'font-semibold' : 'text-dim'}>{name}</span>
            </li>
          ))}
        </ol>
      )}
      <div className="grid w-full max-w-xl gap-5 rounded-card border border-line bg-card p-5 shadow-card md:p-7">
        {children}
      </div>
    </div>
  );
}

function Loading(): ReactNode {
  return (
    <div aria-live="polite" className="grid gap-3">
      <span className="sr-only">{texts.welcome.loading}</span>
      <Skeleton className="h-7 w-64 max-w-full" />
      <Skeleton className="h-24" />
    </div>
  );
}

function Logo(): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 fill-none stroke-2 stroke-accent">
      <circle cx="8.5" cy="12" r="5.5" />
      <circle cx="15.5" cy="12" r="5.5" />
    </svg>
  );
}
