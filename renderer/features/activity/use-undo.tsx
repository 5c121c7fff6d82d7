import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { texts } from '../../texts/texts.ts';
import type { ActivityGroup } from './groups.ts';

type Undoable = Pick<ActivityGroup, 'entries' | 'batch' | 'files' | 'folders' | 'isOpen'>;

/**
 * Undoes a batch or its only entry. `kinds`: those that the list asked for, so that other changes of the batch stay; omitted: all. The reason why
 * something was not undone is drawn apart from the button, which stands in a narrow column.
 */
export function useUndo(
  group: Undoable,
  kinds?: string[],
): { readonly button: ReactNode; readonly message: ReactNode } {
  const { entries, batch, files, folders, isOpen } = group;
  const undo = useAction('activity.undo');
  const [only] = entries;
  const possible = new Set(entries.filter((entry) => entry.undo === 'possible').map(({ id }) => id));
  // A batch also contains steps that can never be undone; their refusals are expected.
  const refused = undo.data?.refused ?? [];
  const refusal = refused.find(({ id }) => possible.has(id)) ?? (undo.data?.undone === 0 ? refused[0] : undefined);
  const why = undo.error ?? refusal ?? null;
  const isDone = possible.size === 0 && entries.some((entry) => entry.undo === 'done');
  if (isDone || (undo.isSuccess && why === null)) {
    return { button: <span className="text-dim text-small">{texts.activity.undone}</span>, message: null };
  }
  const message = <ErrorMessage error={why} />;
  if (only === undefined || possible.size === 0) return { button: null, message };
  const what = entries.length === 1 ? only.path : texts.activity.counted(files, folders, isOpen);
  const button = (
    <Button
      size="row"
      aria-label={texts.activity.undoOf(what)}
      isBusy={undo.isPending}
      onPress={() => undo.mutate(entries.length === 1 && !isOpen ? { id: only.id } : { batch, kinds })}
    >
      {texts.activity.undo}
    </Button>
  );
  return { button, message };
}
