import { type ReactNode, useEffect } from 'react';
import type { Account } from '../../../preload/ipc/shapes/account.ts';
import type { RootStatus } from '../../../preload/ipc/shapes/status.ts';
import { ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Logo } from '../../parts/logo.tsx';
import { useAccount } from '../../state/account/account.ts';
import { useAnswer } from '../../state/bridge/actions.ts';
import { useBridge } from '../../state/bridge/bridge.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { keepText } from '../../state/preferences/kept-text.ts';
import { texts } from '../../texts/texts.ts';
import { useAdvanced } from './advanced-fields.tsx';
import { ChooseStep } from './choose-step.tsx';
import { ConnectStep } from './connect-step.tsx';
import { FolderStep } from './folder-step.tsx';
import { SignInStep } from './sign-in-step.tsx';
import { type StepNumber, StepPicture } from './step-picture.tsx';

/**
 * Setup up to the first synced folder, and later for additional folders. The step follows from the current state (an account, a
 * root that was added and not started) and from the URL, so a reload returns to the same one.
 */
export function WelcomePage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const account = useAccount();
  const baseUrl = useStatus((status) => status.account.baseUrl);
  const roots = useStatus((status) => status.roots) ?? [];
  const isDesktop = useBridge().host === 'electron';
  // However the setup is left, it has ended; a reload of the page does not leave it.
  useEffect(() => () => keepText('welcome.signIn', null), []);
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
  if (account.data.kind === 'none') {
    return (
      // There is nothing else to see yet, so the window goes, and comes back from the tray or with the next start.
      <Frame step={1} {...(isDesktop ? { leave: <LaterButton /> } : {})}>
        <Connecting account={account.data} />
      </Frame>
    );
  }
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
  const isLater = roots.some(({ id }) => String(id) !== rootId);
  useEffect(() => {
    // With the step in the URL, it stays when its own folder appears in the status.
    if (isUnsaid) window.location.replace(isDone ? hrefOf('home') : hrefOf('welcome', { add: 'folder' }));
  }, [isUnsaid, isDone]);
  if (root !== undefined) {
    return (
      <Frame step={3} isLater={isLater} leave={<HomeLink>{texts.welcome.later}</HomeLink>}>
        <ChooseStep root={root} />
      </Frame>
    );
  }
  if (isUnsaid || isComing) return <Frame>{<Loading />}</Frame>;
  return (
    <Frame
      step={2}
      isLater={isLater}
      leave={<HomeLink>{isLater ? texts.welcome.notNow : texts.welcome.later}</HomeLink>}
    >
      <FolderStep account={account} roots={roots} />
    </Frame>
  );
}

function Connecting({ account }: { account: Account }): ReactNode {
  const { signIn } = account;
  // The next step leads back here only in a setup that began here.
  useEffect(() => keepText('welcome.signIn', 'begun'), []);
  // Kept here while the form is not shown, so that a cancelled sign-in asks for nothing again.
  const advanced = useAdvanced();
  if (signIn.state === 'waiting') return <SignInStep baseUrl={signIn.baseUrl} url={signIn.url} />;
  return <ConnectStep account={account} advanced={advanced} />;
}

/** The frame of the first steps, without navigation: the step in words, and in a wide window as a drawing beside them. */
function Frame({
  step,
  isLater = false,
  leave,
  children,
}: {
  step?: StepNumber;
  /** Other folders are synced already, so the first step is none of this setup. */
  isLater?: boolean;
  /** Leaves the setup; omitted: there is nothing else yet. */
  leave?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="grid min-h-full md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div aria-hidden className="relative hidden place-items-center bg-accent-bg md:grid">
        <Brand className="absolute start-10 top-11 text-title" />
        <StepPicture step={step ?? 1} />
      </div>
      <div className="flex min-w-0 flex-col bg-card px-5 py-8 md:px-16 md:py-12 min-[80rem]:px-30">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-6">
          <Brand className="max-md:basis-full md:hidden" />
          {step !== undefined && <Steps step={step} isLater={isLater} />}
          {leave}
        </div>
        <div className="grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 py-8 md:my-auto">{children}</div>
      </div>
    </div>
  );
}

const leaving = 'ms-auto cursor-default text-accent underline';

const HomeLink = ({ children }: { children: string }): ReactNode => (
  <a href={hrefOf('home')} className={leaving}>
    {children}
  </a>
);

const LaterButton = (): ReactNode => (
  <button type="button" onClick={() => window.close()} className={leaving}>
    {texts.welcome.later}
  </button>
);

const Brand = ({ className }: { className: string }): ReactNode => (
  <span className={classNames('flex items-center gap-2.5 font-semibold', className)}>
    <Logo />
    {texts.name}
  </span>
);

/** A dot for each step; the current one is long. */
function Steps({ step, isLater }: { step: StepNumber; isLater: boolean }): ReactNode {
  const { steps: all, step: stepOf } = texts.welcome;
  const steps = isLater ? all.slice(1) : all;
  const at = isLater ? step - 1 : step;
  return (
    <div className="flex items-center gap-4">
      <ol aria-label={stepOf(at, steps.length)} className="flex items-center gap-2">
        {steps.map((name, index) => (
          <li
            key={name}
            aria-current={index + 1 === at ? 'step' : undefined}
            className={classNames('h-2 rounded-full', index + 1 === at ? 'w-6 bg-accent' : 'w-2 bg-edge')}
          >
            <span className="sr-only">{name}</span>
          </li>
        ))}
      </ol>
      <span aria-hidden className="text-dim text-small">
        {stepOf(at, steps.length)}
      </span>
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
