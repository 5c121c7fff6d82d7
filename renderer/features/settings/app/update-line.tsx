import type { ReactNode } from 'react';
import type { UpdateState } from '../../../../preload/ipc/shapes/desktop.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { useAction } from '../../../state/bridge/actions.ts';
import { useUpdate } from '../../../state/bridge/update.ts';
import { texts } from '../../../texts/texts.ts';

/** The update state in one sentence; hidden if the application does not update itself. */
export function UpdateLine(): ReactNode {
  const update = useUpdate();
  const install = useAction('update.install');
  if (update === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2" aria-live="polite">
      <p className="text-dim">{sentenceOf(update)}</p>
      {update.state === 'ready' && (
        <Button isBusy={install.isPending} onPress={() => install.mutate({})}>
          {texts.update.restart}
        </Button>
      )}
      <ErrorMessage error={install.error} />
    </div>
  );
}

function sentenceOf({ state, version, share, sentence }: UpdateState): string {
  switch (state) {
    case 'checking':
      return texts.update.checking;
    case 'downloading':
      return texts.update.downloading(version ?? '', share ?? 0);
    case 'ready':
      return texts.update.waits(version ?? '');
    case 'failed':
      return sentence ?? '';
    case 'idle':
    case 'off':
      return texts.update.newest;
  }
}
