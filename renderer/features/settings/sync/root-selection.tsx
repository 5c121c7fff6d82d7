import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { changesOf, noChoices } from '../../../parts/selection/choices.ts';
import { SelectionPanel } from '../../../parts/selection/selection-panel.tsx';
import { type SelectionChanges, setSelection } from '../../../parts/selection/set-selection.ts';
import { useChoices } from '../../../parts/selection/use-choices.ts';
import { useSelection } from '../../../parts/selection/use-selection.ts';
import { useAnswer } from '../../../state/bridge/actions.ts';
import type { Root } from '../../../state/bridge/roots.ts';
import { useStatus } from '../../../state/bridge/session.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';

/** The part of a root that is on this computer. Checkboxes take effect only after a preview. */
export function RootSelection({ root }: { root: Root }): ReactNode {
  const [choices, setChoices] = useChoices(root.id);
  const selection = useSelection(root.id);
  const bytesHere = useStatus(({ roots }) => roots.find(({ id }) => id === root.id)?.bytes) ?? 0;
  const look = useAnswer('folder.look', { path: root.localPath });
  const select = useServiceAction(async (bridge, changes: SelectionChanges) => {
    await setSelection(bridge, root.id, changes);
    // Without the choices the tree shows what it last read, so it is read first: otherwise it would show what was chosen before.
    await selection.again();
    setChoices(noChoices);
  });
  const { folders } = selection;
  const apply = (): void => {
    if (folders === null) return;
    select.mutate([...changesOf(folders, choices)]);
  };
  return (
    <div className="grid gap-3">
      <SelectionPanel
        selection={selection}
        choices={choices}
        onChoices={setChoices}
        freeBytes={look.data?.freeBytes ?? null}
        bytesHere={bytesHere}
        isBusy={select.isPending}
      />
      <p className="text-dim text-small">{texts.selection.holdsEverywhere}</p>
      <ErrorMessage error={select.error} />
      <div className="flex gap-2">
        <Button
          kind="primary"
          isDisabled={choices.size === 0 || !selection.isRead}
          isBusy={select.isPending}
          onPress={apply}
        >
          {texts.settings.apply}
        </Button>
        <Button isDisabled={choices.size === 0} isBusy={select.isPending} onPress={() => setChoices(noChoices)}>
          {texts.settings.discard}
        </Button>
      </div>
    </div>
  );
}
