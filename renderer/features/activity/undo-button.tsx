import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { texts } from '../../texts/texts.ts';
import type { ActivityGroup } from './groups.ts';

/** Undoes a batch or its only entry. Shows why entries can't be undone. */
export function UndoButton({
  group: { entries, batch, files, folders, isOpen },
  kinds,
}: {
  group: Pick<ActivityGroup, 'entries' | 'batch' | 'files' | 'folders' | 'isOpen'>;
  /** The kinds that the list asked for: other changes of the batch stay. Omitted: all. */
  kinds?: string[];
}): ReactNode {
  const undo = useAction('activity.undo');
  const [only] = entries;
  const possible = new Set(entries.filter((entry) => entry.undo === 'possible').map(({ id }) => id));
  // A batch also contains steps that can never be undone; their refusals are expected.
  const refused = undo.data?.refused ?? [];
  const refusal = refused.find(({ id }) => possible.has(id)) ?? (undo.data?.undone === 0 ? refused[0] : undefined);
  const why = undo.error ?? refusal;
  if (why !== undefined && why !== null) {
    return (
      <span role="alert" className="text-bad text-small" title={`${why.message} ${why.remedy}`}>
        {texts.activity.undoRefused}
      </span>
    );
  }
  const isDone = possible.size === 0 && entries.some((entry) => entry.undo === 'done');
  if (isDone || undo.isSuccess) return <span className="text-dim text-small">{texts.activity.undone}</span>;
  if (only === undefined || possible.size === 0) return null;
  const what = entries.length === 1 ? only.path : texts.activity.counted(files, folders, isOpen);
  return (
    <Button
      size="row"
      aria-label={texts.activity.undoOf(what)}
      isBusy={undo.isPending}
      onPress={() => undo.mutate(entries.length === 1 && !isOpen ? { id: only.id } : { batch, kinds })}
    >
      {texts.activity.undo}
    </Button>
  );
}
