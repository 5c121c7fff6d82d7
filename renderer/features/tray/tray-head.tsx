import { Pause, Play, RefreshCw, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Status } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Progress } from '../../components/feedback/progress.tsx';
import { StateSign } from '../../components/feedback/state-mark.tsx';
import { useAtRest } from '../../parts/roots/at-rest.ts';
import { pauseChoices } from '../../parts/roots/pause-choices.ts';
import { useAction } from '../../state/bridge/actions.ts';
import { useConnection } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { WindowButton } from './window-button.tsx';

/** The same choices as in the menu of the tray, which has an end for each. */
const pauses = pauseChoices.filter(({ id }) => id !== 'resumed');

/** The state in one sentence, and its one button: pause, resume, or try again. */
export function TrayHead({ status }: { status: Status }): ReactNode {
  const isLost = useConnection() !== 'connected';
  const atRest = useAtRest();
  const { bytesDone, bytesTotal } = status.totals;
  const [pause, resume, retry] = [useAction('sync.pause'), useAction('sync.resume'), useAction('problem.retry')];
  const acts: HeadActs = {
    pause: (forMs) => pause.mutate({ forMs }),
    resume: () => resume.mutate({}),
    retry: () => retry.mutate({}),
  };
  return (
    <div className="grid gap-3 border-line border-b py-3 ps-4 pe-2">
      <div className="flex items-center gap-3">
        <StateSign state={isLost ? 'offline' : status.state} />
        <div className="min-w-0 flex-1" aria-live="polite">
          <h1 className="font-semibold">{isLost ? texts.connection.lost : status.sentence}</h1>
          <p className="text-pretty text-dim text-small">
            {isLost ? texts.connection.lostDetail : detailOf(status) || atRest}
          </p>
        </div>
        <HeadButtons status={status} isLost={isLost} acts={acts} />
      </div>
      {status.state === 'syncing' && !isLost && bytesTotal > 0 && (
        <div className="pe-2">
          <Progress label={texts.home.overall} share={bytesDone / bytesTotal} />
        </div>
      )}
      <ErrorMessage error={pause.error ?? resume.error ?? retry.error} />
    </div>
  );
}

function detailOf({ state, detail, roots }: Status): string {
  const waiting = roots.reduce((sum, { pending }) => sum + pending, 0);
  if (waiting === 0) return detail;
  if (state === 'offline') return texts.tray.waitForConnection(waiting);
  return state === 'paused' ? `${detail} ${texts.tray.wait(waiting)}` : detail;
}

type HeadActs = {
  readonly pause: (forMs: number | null) => void;
  readonly resume: () => void;
  readonly retry: () => void;
};

function HeadButtons({
  status: { state, account },
  isLost,
  acts,
}: {
  status: Status;
  isLost: boolean;
  acts: HeadActs;
}): ReactNode {
  const pauseFor = (id: string): void => {
    const chosen = pauses.find((known) => known.id === id);
    if (chosen !== undefined) acts.pause(chosen.forMs());
  };
  return (
    <div className="-my-1 flex shrink-0 self-start">
      {state === 'paused' ? (
        <IconButton icon={Play} label={texts.actions.resume} isDisabled={isLost} onPress={acts.resume} />
      ) : account.state === 'offline' ? (
        <IconButton icon={RefreshCw} label={texts.actions.retry} isDisabled={isLost} onPress={acts.retry} />
      ) : (
        <MenuButton
          kind="ghost"
          icon
          label={texts.actions.pauseFor}
          entries={pauses}
          isDisabled={isLost}
          onAction={pauseFor}
        >
          <Pause aria-hidden className="size-4.5" strokeWidth={1.75} />
        </MenuButton>
      )}
      <WindowButton kind="ghost" size="normal" icon href={hrefOf('settings')} label={texts.settings.title}>
        <Settings aria-hidden className="size-4.5" strokeWidth={1.75} />
      </WindowButton>
    </div>
  );
}

function IconButton({
  icon: Icon,
  label,
  isDisabled,
  onPress,
}: {
  icon: typeof Play;
  label: string;
  isDisabled: boolean;
  onPress: () => void;
}): ReactNode {
  return (
    <Button kind="ghost" icon aria-label={label} isDisabled={isDisabled} onPress={onPress}>
      <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
    </Button>
  );
}
