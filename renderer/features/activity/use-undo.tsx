import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useToast } from '../../parts/toasts/toasts.tsx';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { ActivityGroup } from './groups.ts';
import { UNDONE_AT_ONCE, undoBatch, undoEntry } from './undo-batch.ts';

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
  const tell = useToast();
  const what = texts.activity.counted(files, folders, isOpen);
  const [only, another] = entries;
  const isOne = only !== undefined && another === undefined && !isOpen;
  const undo = useServiceAction((bridge) =>
    isOne
      ? undoEntry(bridge, only.id, { tell, what })
      : undoBatch(bridge, { batch, kinds }, { tell, what, isLong: isOpen || entries.length > UNDONE_AT_ONCE }),
  );
  const possible = new Set(entries.filter((entry) => entry.undo === 'possible').map(({ id }) => id));
  // A batch also contains steps that can never be undone; their refusals are expected.
  const refused = undo.data?.refused ?? [];
  const refusal = refused.find(({ id }) => possible.has(id)) ?? (undo.data?.undone === 0 ? refused[0] : undefined);
  const why = undo.error ?? refusal ?? null;
  const isDone = possible.size === 0 && entries.some((entry) => entry.undo === 'done');
  if (isDone || (undo.data?.left === 0 && why === null)) {
    return { button: <span className="text-dim text-small">{texts.activity.undone}</span>, message: null };
  }
  const message = <ErrorMessage error={why} />;
  if (only === undefined || possible.size === 0) return { button: null, message };
  const button = (
    <Button
      size="row"
      aria-label={texts.activity.undoOf(entries.length === 1 ? only.path : what)}
      isBusy={undo.isPending}
      onPress={() => undo.mutate(undefined)}
    >
      {texts.activity.undo}
    </Button>
  );
  return { button, message };
}
