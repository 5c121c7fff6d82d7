import { useState } from 'react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { type Done, refusal } from '../../../parts/toasts/done.ts';
import { folderOf, type Item, keyOf, nameOf } from '../../../state/items/item.ts';
import { place, restore, runSequentially, trash } from '../../../state/items/item-actions.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import type { DropDestination } from '../../../state/uploads/upload-batch.ts';
import { texts } from '../../../texts/texts.ts';

/** Actions that move items, with their undo. */
export type ItemActs = {
  /** Reports the result itself; `onDone` gets the items that went. */
  readonly trash: (items: readonly Item[], onDone: (items: readonly Item[]) => void) => void;
  readonly move: (bridge: TandemBridge, items: readonly Item[], to: DropDestination) => Promise<Done>;
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
      const result = await trashEach(bridge, items);
      onDone(result.gone);
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

type Trashed = { readonly gone: readonly Item[]; readonly refused: string | null };

/** One after another up to the first refusal, which names its item. */
async function trashEach(bridge: TandemBridge, items: readonly Item[]): Promise<Trashed> {
  for (const [index, item] of items.entries()) {
    try {
      await trash(bridge, item);
    } catch (error) {
      const refused = texts.files.notTrashed(nameOf(item), refusal(error).sentence);
      return { gone: items.slice(0, index), refused };
    }
  }
  return { gone: items, refused: null };
}

const trashed = ({ gone, refused }: Trashed): Done => {
  if (gone.length === 0 && refused !== null) return { sentence: refused, undo: null };
  const sentence = texts.files.trashed(gone.length);
  return {
    sentence: refused === null ? sentence : `${sentence} ${refused}`,
    undo: (bridge) => runSequentially(gone, (item) => restore(bridge, item)),
  };
};

type Way = { readonly from: string; readonly to: DropDestination };

/** Moves items and returns the result to tell, with its undo. */
export async function moveItems(bridge: TandemBridge, items: readonly Item[], { from, to }: Way): Promise<Done> {
  await runSequentially(items, (item) => place(bridge, item, { parent: { id: to.folderId } }));
  return {
    sentence: texts.files.moved(items.length, to.name),
    undo: (again) => runSequentially(items, (item) => putBack(again, item, from)),
  };
}

/** Sends the etag from before the move, which the service ignores for a move. */
const putBack = (bridge: TandemBridge, item: Item, shown: string): Promise<void> =>
  place(bridge, item, { parent: { id: folderOf(item)?.id ?? shown } });
