import { useState } from 'react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { type Done, refusal } from '../../../parts/toasts/done.ts';
import { CommandRefused, concernsAll } from '../../../state/bridge/bridge.ts';
import { folderOf, type Item, keyOf, nameOf } from '../../../state/items/item.ts';
import { place, restore, trash } from '../../../state/items/item-actions.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import type { DropDestination } from '../../../state/uploads/upload-batch.ts';
import { texts } from '../../../texts/texts.ts';

/** Actions that move items, with their undo. */
export type ItemActs = {
  /** Reports the result itself; `onDone` gets the items that went. */
  readonly trash: (items: readonly Item[], onDone: (items: readonly Item[]) => void) => void;
  readonly move: (bridge: TandemBridge, items: readonly Item[], to: DropDestination) => Promise<Moved>;
};

type Trash = { readonly items: readonly Item[]; readonly onDone: (items: readonly Item[]) => void };

/**
 * `tell` reports the result: the selection may be about other items by then. `shown` is the displayed folder, for items whose parent the service did
 * not name.
 */
export function useItemActs(shown: string, tell: (done: Done) => void): ItemActs {
  // An item whose answer has not arrived yet is still selected, and Delete may be pressed again.
  const [going] = useState(() => new Set<string>());
  const run = useServiceAction(async (bridge, { items, onDone }: Trash) => {
    try {
      const result = await eachUntilRefused(items, (item) => trash(bridge, item));
      onDone(result.done);
      tell(trashed(result));
    } finally {
      for (const item of items) going.delete(keyOf(item));
    }
  });
  return {
    trash: (chosen, onDone) => {
      const items = chosen.filter((item) => !going.has(keyOf(item)));
      if (items.length === 0) return;
      for (const item of items) going.add(keyOf(item));
      run.mutate({ items, onDone });
    },
    move: (bridge, items, to) => moveItems(bridge, items, { from: shown, to }),
  };
}

type Part = {
  /** The items that it was done to. */
  readonly done: readonly Item[];
  readonly refused: Refused | null;
};
type Refused = { readonly item: Item; readonly error: CommandRefused };

/** One after another up to the first refusal. */
async function eachUntilRefused(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<Part> {
  for (const [index, item] of items.entries()) {
    try {
      await act(item);
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      return { done: items.slice(0, index), refused: { item, error } };
    }
  }
  return { done: items, refused: null };
}

const trashed = ({ done, refused }: Part): Done => {
  const undo = undoEach(done, restore);
  if (refused === null) return { sentence: texts.files.trashed(done.length), undo };
  const sentence = texts.files.notTrashed(...namedReason(refused));
  if (done.length === 0) return { sentence, undo: null };
  return { sentence: `${texts.files.trashed(done.length)} ${sentence}`, undo };
};

const namedReason = ({ item, error }: Refused): [name: string, why: string] => [nameOf(item), refusal(error).sentence];

/** Undoes what was done to each item. It goes on after an item that is refused, and run again it undoes those that are left. */
function undoEach(
  items: readonly Item[],
  undo: (bridge: TandemBridge, item: Item) => Promise<unknown>,
): NonNullable<Done['undo']> {
  const left = new Set(items);
  return async (bridge) => {
    let first: CommandRefused | null = null;
    for (const item of left) {
      try {
        await undo(bridge, item);
        left.delete(item);
      } catch (error) {
        if (!(error instanceof CommandRefused) || concernsAll(error)) throw error;
        const { code, message, remedy } = error;
        // Restored meanwhile by someone else.
        if (code === 'not_trashed') left.delete(item);
        else first ??= new CommandRefused({ code, message: texts.files.notUndone(nameOf(item), message), remedy });
      }
    }
    if (first !== null) throw first;
  };
}

type Way = { readonly from: string; readonly to: DropDestination };

/** The result to tell, and the items that it is about. */
export type Moved = { readonly items: readonly Item[]; readonly told: Done };

/** Moves items up to the first refusal, which it throws if nothing was moved. */
export async function moveItems(bridge: TandemBridge, items: readonly Item[], { from, to }: Way): Promise<Moved> {
  const { done, refused } = await eachUntilRefused(items, (item) =>
    place(bridge, item, { parent: { id: to.folderId } }),
  );
  if (done.length === 0 && refused !== null) throw refused.error;
  const moved = texts.files.moved(done.length, to.name);
  const sentence = refused === null ? moved : `${moved} ${texts.files.notMoved(...namedReason(refused))}`;
  return { items: done, told: { sentence, undo: undoEach(done, (again, item) => putBack(again, item, from)) } };
}

/** Sends the etag from before the move, which the service ignores for a move. */
const putBack = (bridge: TandemBridge, item: Item, shown: string): Promise<void> =>
  place(bridge, item, { parent: { id: folderOf(item)?.id ?? shown } });
