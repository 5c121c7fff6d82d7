import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ActivityEntry } from '../../../preload/ipc/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { texts } from '../../texts/texts.ts';

/** Takes back one entry of the journal; what cannot be taken back says why. `isStop`: the Tab key comes to it. */
export function UndoButton({ entry, isStop }: { entry: ActivityEntry; isStop: boolean }): ReactNode {
  const undo = useAction('activity.undo');
  const queries = useQueryClient();
  const [refused] = undo.data?.refused ?? [];
  const why = undo.error ?? refused;
  if (why !== undefined && why !== null) {
    return (
      <span role="alert" className="truncate text-bad text-small" title={`${why.message} ${why.remedy}`}>
        {texts.activity.undoRefused}
      </span>
    );
  }
  if (entry.undo === 'done' || undo.isSuccess)
    return <span className="text-dim text-small">{texts.activity.undone}</span>;
  if (entry.undo !== 'possible') return null;
  return (
    <Button
      kind="ghost"
      className="min-h-6"
      excludeFromTabOrder={!isStop}
      aria-label={texts.activity.undoOf(entry.path)}
      isDisabled={undo.isPending}
      onPress={() => undo.mutate({ id: entry.id }, { onSettled: () => void queries.invalidateQueries() })}
    >
      {texts.activity.undo}
    </Button>
  );
}
