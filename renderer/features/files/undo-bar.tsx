import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import type { Item } from '../../state/item.ts';
import { forEach, restore } from '../../state/item-actions.ts';
import { useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';

/** Where the deleted things went, and the way back. */
export function UndoBar({ trashed, onDone }: { trashed: readonly Item[]; onDone: () => void }): ReactNode {
  const undo = useServiceAction((bridge, items: readonly Item[]) => forEach(items, (item) => restore(bridge, item)));
  return (
    <output className="contents">
      {trashed.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-mute-bg px-4 py-2">
          <span>{texts.files.trashed(trashed.length)}</span>
          <span className="flex gap-2">
            <Button isDisabled={undo.isPending} onPress={() => undo.mutate(trashed, { onSuccess: onDone })}>
              {texts.files.undo}
            </Button>
            <Button kind="quiet" onPress={onDone}>
              {texts.actions.dismiss}
            </Button>
          </span>
          {undo.error !== null && <InlineError sentence={undo.error.message} remedy={undo.error.remedy} />}
        </div>
      )}
    </output>
  );
}
