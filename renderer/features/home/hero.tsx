import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Status } from '../../../preload/ipc/status.ts';
import { Button } from '../../components/button.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { StateSign } from '../../components/state-mark.tsx';
import { useAction } from '../../state/actions.ts';
import { useNow } from '../../state/now.ts';
import { useConnection } from '../../state/session.ts';
import { formatMoment } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';
import { PauseMenu } from './pause-menu.tsx';
import { UploadButton } from './upload-button.tsx';

/** The state of everything in one sentence, and the two things that concern everything: pause, and upload. */
export function Hero({ status }: { status: Status }): ReactNode {
  const resume = useAction('sync.resume');
  const pause = useAction('sync.pause');
  const isLost = useConnection() !== 'connected';
  const nowMs = useNow();
  const refused = resume.error ?? pause.error;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <StateSign state={isLost ? 'offline' : status.state} />
        <div className="min-w-0 flex-[1_1_16rem]" aria-live="polite" data-testid="state">
          <h1 className="font-semibold text-title">{isLost ? texts.connection.lastKnown : status.sentence}</h1>
          <p className="min-h-5 text-dim">
            {isLost ? texts.connection.lastKnownAt(formatMoment(status.atMs, nowMs)) : status.detail}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {status.state === 'paused' ? (
            <Button isDisabled={isLost || resume.isPending} onPress={() => resume.mutate({})}>
              <Play aria-hidden className="size-4" />
              {texts.actions.resume}
            </Button>
          ) : (
            <PauseMenu
              label={texts.actions.pauseFor}
              isDisabled={isLost || pause.isPending || status.roots.length === 0}
              onPause={(forMs) => pause.mutate({ forMs })}
            >
              {texts.actions.pause}
            </PauseMenu>
          )}
          <UploadButton roots={status.roots} isDisabled={isLost} />
        </div>
      </div>
      <Refusal error={refused} />
    </div>
  );
}
