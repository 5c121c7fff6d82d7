import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import type { Done } from '../../../parts/toasts/done.ts';
import type { CommandRefused } from '../../../state/bridge/bridge.ts';
import { folderOf, type Item } from '../../../state/items/item.ts';
import { place, restore, runSequentially, trash } from '../../../state/items/item-actions.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import type { DropDestination } from '../../../state/uploads/upload-batch.ts';
import { texts } from '../../../texts/texts.ts';

/** Actions that move items, with their undo. */
export type ItemActs = {
  readonly trash: (items: readonly Item[], onDone: () => void) => void;
  readonly move: (items: readonly Item[], to: DropDestination, onDone: () => void) => void;
  readonly isPending: boolean;
  readonly error: CommandRefused | null;
};

type Act = {
  readonly items: readonly Item[];
  readonly act: (bridge: TandemBridge, item: Item) => Promise<void>;
  readonly done: Done;
};

/** `tell` reports the result; `shown` is the displayed folder, for items whose parent the service did not name. */
export function useItemActs(shown: string, tell: (done: Done) => void): ItemActs {
  const run = useServiceAction(
    (bridge, { items, act }: Act) => runSequentially(items, (item) => act(bridge, item)),
    (_, { done }) => tell(done),
  );
  return {
    isPending: run.isPending,
    error: run.error,
    trash: (items, onDone) => run.mutate({ items, act: trash, done: trashed(items) }, { onSuccess: onDone }),
    move: (items, to, onDone) =>
      run.mutate(
        {
          items,
          act: (bridge, item) => place(bridge, item, { parent: { id: to.folderId } }),
          done: movedTo(items, { from: shown, to }),
        },
        { onSuccess: onDone },
      ),
  };
}

const trashed = (items: readonly Item[]): Done => ({
  sentence: texts.files.trashed(items.length),
  undo: (bridge) => runSequentially(items, (item) => restore(bridge, item)),
});

type Way = { readonly from: string; readonly to: DropDestination };

/** Moves items and returns the result to tell, with its undo. */
export async function moveItems(bridge: TandemBridge, items: readonly Item[], way: Way): Promise<Done> {
  await runSequentially(items, (item) => place(bridge, item, { parent: { id: way.to.folderId } }));
  return movedTo(items, way);
}

const movedTo = (items: readonly Item[], { from, to }: Way): Done => ({
  sentence: texts.files.moved(items.length, to.name),
  undo: (bridge) => runSequentially(items, (item) => putBack(bridge, item, from)),
});

/** Sends the etag from before the move, which the service ignores for a move. */
const putBack = (bridge: TandemBridge, item: Item, shown: string): Promise<void> =>
  place(bridge, item, { parent: { id: folderOf(item)?.id ?? shown } });
