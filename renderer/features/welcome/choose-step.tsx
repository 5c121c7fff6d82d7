import type { ReactNode } from 'react';
import type { RootStatus } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { changesOf, noChoices } from '../../parts/selection/choices.ts';
import { SelectionPanel } from '../../parts/selection/selection-panel.tsx';
import { type SelectionChanges, setSelection } from '../../parts/selection/set-selection.ts';
import { useChoices } from '../../parts/selection/use-choices.ts';
import { useSelection } from '../../parts/selection/use-selection.ts';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { ask } from '../../state/bridge/bridge.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { keepText, useKeptText } from '../../state/preferences/kept-text.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { formatPath } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { StepHeading } from './step-heading.tsx';

/** Chooses the part of the service folder to sync. The root is linked and paused: both sides are compared without any change. */
export function ChooseStep({ root }: { root: RootStatus }): ReactNode {
  const [choices, setChoices] = useChoices(root.id);
  const selection = useSelection(root.id);
  const look = useAnswer('folder.look', { path: root.localPath });
  const homePath = useAnswer('session.get', {}).data?.homePath ?? null;
  const { start, back, isBusy, error } = useWays(root, () => setChoices(noChoices));
  const { folders } = selection;
  return (
    <>
      <StepHeading title={texts.welcome.chooseTitle} detail={texts.welcome.chooseDetail} />
      <p className="text-dim text-small">{formatPath(root.localPath, homePath)}</p>
      <SelectionPanel
        selection={selection}
        choices={choices}
        onChoices={setChoices}
        freeBytes={look.data?.freeBytes ?? null}
        bytesHere={root.bytes}
        isBusy={isBusy}
      />
      <p className="text-dim text-small">{texts.selection.holdsEverywhere}</p>
      <ErrorMessage error={error} />
      <div className="flex justify-between gap-2">
        <Button kind="ghost" size="large" className="-ms-4" isBusy={isBusy} onPress={back}>
          {texts.welcome.back}
        </Button>
        <Button
          kind="primary"
          size="large"
          isDisabled={!selection.isRead}
          isBusy={isBusy}
          onPress={() => start(folders === null ? [] : [...changesOf(folders, choices)])}
        >
          {texts.welcome.start}
        </Button>
      </div>
    </>
  );
}

/** Continue: saves the selection, then starts the root. Back: unlinks it; nothing was synced. */
function useWays(root: RootStatus, clear: () => void) {
  const rootId = root.id;
  // One action: the root must not stay paused if the step is left in between.
  const begin = useServiceAction(
    async (bridge, changes: SelectionChanges) => {
      await setSelection(bridge, rootId, changes);
      await ask(bridge, 'sync.resume', { rootId });
    },
    () => {
      clear();
      keepText('welcome.root', null);
    },
  );
  const remove = useAction('root.remove');
  // Only a setup begun here is undone here; an existing synced folder stays.
  const isBegun = useKeptText('welcome.root', '')[0] === String(rootId);
  const back = (): void => {
    // The root may disappear from the status before the answer arrives, and the step before takes the place of this one.
    keepText('welcome.folder', root.localPath);
    void remove.mutateAsync({ rootId }).then(
      () => {
        window.location.hash = hrefOf('welcome', { add: 'folder' });
      },
      () => keepText('welcome.folder', null), // reported by `error`
    );
  };
  return {
    start: (changes: SelectionChanges): void => begin.mutate(changes, { onSuccess: goHome }),
    back: isBegun ? back : goHome,
    isBusy: begin.isPending || remove.isPending,
    error: begin.error ?? remove.error,
  };
}

function goHome(): void {
  window.location.hash = hrefOf('home');
}
