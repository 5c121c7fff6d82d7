import type { ReactNode } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { ConfirmDialog, type Question } from '../../components/overlay/confirm-dialog.tsx';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { eachItem, refusedSentence } from '../toasts/each-item.ts';
import { lastingWork } from '../toasts/lasting-work.ts';
import { useToast } from '../toasts/toasts.tsx';

/** The question before a permanent deletion; `name`: that of the first item, shown if it is the only one. */
export const purgeQuestion = (
  count: number,
  name: string,
  detail: string,
): Pick<Question, 'title' | 'detail' | 'action'> => ({
  title: texts.trash.purgeTitle(count, name),
  detail,
  action: texts.trash.purgeAction,
});

type PurgeProps<Each> = {
  readonly items: readonly Each[];
  readonly nameOf: (item: Each) => string;
  readonly detail: string;
  readonly purge: (bridge: TandemBridge, item: Each) => Promise<unknown>;
  /** Some of them are deleted. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
};

/**
 * Asks before items are permanently deleted. The question closes as the work begins, because closing it doesn't stop the work: the toast does. An item
 * that can't be deleted, such as one under retention or on a drive that is not connected, holds up no other.
 */
export function PurgeItems<Each>({ items, nameOf, detail, purge, onDone, onClose }: PurgeProps<Each>): ReactNode {
  const tell = useToast();
  const act = useServiceAction(async (bridge) => {
    const { purging, purged } = texts.trash;
    const about = { tell, sentence: purging(items.length), canStop: items.length > 1 };
    const { done, refused } = await lastingWork(about, (work) => eachItem(items, (item) => purge(bridge, item), work));
    if (done.length > 0) onDone?.();
    const kept = refusedSentence(refused, (item, why) => texts.files.notTrashed(nameOf(item), why));
    const went = done.length > 0 || kept === '' ? purged(done.length) : '';
    tell({ sentence: `${went} ${kept}`.trim(), undo: null });
  });
  const [first] = items;
  return (
    <ConfirmDialog
      {...purgeQuestion(items.length, first === undefined ? '' : nameOf(first), detail)}
      isDanger
      acting={act}
      onConfirm={() => {
        act.mutate(undefined);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
