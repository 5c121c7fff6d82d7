import { useState } from 'react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import type { Done } from '../../../parts/toasts/done.ts';
import { eachItem, type Outcome, refusedSentence } from '../../../parts/toasts/each-item.ts';
import { lastingWork } from '../../../parts/toasts/lasting-work.ts';
import { undoEach } from '../../../parts/toasts/undo-each.ts';
import { restoreAll } from '../../../parts/trash/restore-items.ts';
import { folderOf, type Item, keyOf, nameOf } from '../../../state/items/item.ts';
import { copyInto, place, trash } from '../../../state/items/item-actions.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import type { DropDestination } from '../../../state/uploads/upload-batch.ts';
import { texts } from '../../../texts/texts.ts';

/** Actions that place items, with their undo where there is one. */
export type ItemActs = {
  /** Reports the result itself; `onDone` gets the items that went. */
  readonly trash: (items: readonly Item[], onDone: (items: readonly Item[]) => void) => void;
  readonly move: (bridge: TandemBridge, items: readonly Item[], to: DropDestination) => Promise<Placed>;
  readonly copy: (bridge: TandemBridge, items: readonly Item[], to: DropDestination) => Promise<Placed>;
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
      const about = { tell, sentence: texts.files.trashing(...naming(items)), canStop: items.length > 1 };
      const result = await lastingWork(about, (work) => eachItem(items, (item) => trash(bridge, item), work));
      onDone(result.done);
      tell(trashed(result, tell));
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
    move: (bridge, items, to) => moveItems(bridge, items, { from: shown, to, tell }),
    copy: (bridge, items, to) => copyItems(bridge, items, { to, tell }),
  };
}

/** How many there are, and the name of the first: a single one is named. */
const naming = (items: readonly Item[]): [count: number, name: string] => {
  const [first] = items;
  return [items.length, first === undefined ? '' : nameOf(first)];
};

const trashed = ({ done, refused }: Outcome<Item>, tell: (done: Done) => void): Done => {
  const kept = refusedSentence(refused, (item, why) => texts.files.notTrashed(nameOf(item), why));
  // Stopped before the first one.
  const went = done.length > 0 || kept === '' ? texts.files.trashed(...naming(done)) : '';
  return { sentence: `${went} ${kept}`.trim(), undo: done.length === 0 ? null : undoEach(done, restoreAll, tell) };
};

type Way = { readonly to: DropDestination; readonly tell: (done: Done) => void };

/** The result to tell, and the items that it is about. */
export type Placed = { readonly items: readonly Item[]; readonly told: Done };

/** Moves items, and reports progress if they are many. Throws the first refusal if nothing was moved. */
export async function moveItems(
  bridge: TandemBridge,
  items: readonly Item[],
  { from, ...way }: Way & { readonly from: string },
): Promise<Placed> {
  const { moving, moved, notMoved } = texts.files;
  const { done, sentence } = await placeEach(items, {
    ...way,
    act: (item, folderId) => place(bridge, item, { parent: { id: folderId } }),
    words: { doing: moving, did: moved, refused: notMoved },
  });
  const undo =
    done.length === 0
      ? null
      : undoEach(done, (again, left, work) => eachItem(left, (item) => putBack(again, item, from), work), way.tell);
  return { items: done, told: { sentence, undo } };
}

/** Copies items, and reports progress if they are many. Throws the first refusal if nothing was copied. */
async function copyItems(bridge: TandemBridge, items: readonly Item[], way: Way): Promise<Placed> {
  const { copying, copied, notCopied } = texts.files;
  const { done, sentence } = await placeEach(items, {
    ...way,
    act: (item, folderId) => copyInto(bridge, item, folderId),
    words: { doing: copying, did: copied, refused: notCopied },
  });
  return { items: done, told: { sentence, undo: null } };
}

type Placing = Way & {
  readonly act: (item: Item, folderId: string) => Promise<void>;
  readonly words: {
    readonly doing: (count: number, name: string, to: string) => string;
    readonly did: (count: number, name: string, to: string) => string;
    readonly refused: (name: string, why: string) => string;
  };
};

async function placeEach(
  items: readonly Item[],
  { to, tell, act, words: { doing, did, refused } }: Placing,
): Promise<{ readonly done: readonly Item[]; readonly sentence: string }> {
  const about = { tell, sentence: doing(...naming(items), to.name), canStop: items.length > 1 };
  const outcome = await lastingWork(about, async (work) => {
    const each = await eachItem(items, (item) => act(item, to.folderId), work);
    const [first] = each.refused;
    if (each.done.length === 0 && first !== undefined) throw first.error;
    return each;
  });
  const left = refusedSentence(outcome.refused, (item, why) => refused(nameOf(item), why));
  return { done: outcome.done, sentence: `${did(...naming(outcome.done), to.name)} ${left}`.trim() };
}

/** Sends the etag from before the move, which the service ignores for a move. */
const putBack = (bridge: TandemBridge, item: Item, shown: string): Promise<void> =>
  place(bridge, item, { parent: { id: folderOf(item)?.id ?? shown } });
