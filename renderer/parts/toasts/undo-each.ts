import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { CommandRefused, concernsAll } from '../../state/bridge/bridge.ts';
import { type Item, nameOf } from '../../state/items/item.ts';
import { texts } from '../../texts/texts.ts';
import type { Done } from './done.ts';
import { type Outcome, unwatched } from './each-item.ts';
import { lastingWork, type Work } from './lasting-work.ts';

/** Undoes an action on items. A refusal of one does not stop the others. */
type UndoAll = (bridge: TandemBridge, items: readonly Item[], work: Work) => Promise<Outcome<Item>>;

/**
 * The undo of what was done to each item, with progress. It goes on after an item that is refused, and run again, also after a stop, it undoes those
 * that are left.
 */
export function undoEach(
  items: readonly Item[],
  undoAll: UndoAll,
  tell: (done: Done) => void,
): NonNullable<Done['undo']> {
  let left = items;
  return async function undoRest(bridge) {
    const total = left.length;
    const about = { tell, sentence: texts.files.undoing(total), canStop: true };
    const run = (work: Work): Promise<Outcome<Item>> => undoAll(bridge, left, work);
    // The pressed button, which is busy meanwhile, says enough of one item.
    const { done, refused } = await (total > 1 ? lastingWork(about, run) : run(unwatched));
    const undone = new Set(done);
    // Restored meanwhile by someone else.
    for (const { item, error } of refused) if (error.code === 'not_trashed') undone.add(item);
    left = left.filter((item) => !undone.has(item));
    const first = refused.find(({ item }) => !undone.has(item));
    if (first === undefined) {
      if (left.length > 0) tell({ sentence: texts.files.undoneOf(total - left.length, total), undo: undoRest });
      return;
    }
    const { code, message, remedy } = first.error;
    if (concernsAll(first.error)) throw first.error;
    throw new CommandRefused({ code, message: texts.files.notUndone(nameOf(first.item), message), remedy });
  };
}
