import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { concernsAll } from '../../state/bridge/bridge.ts';
import type { Item } from '../../state/items/item.ts';
import { restore, trash } from '../../state/items/item-actions.ts';
import { eachItem, type Outcome } from '../toasts/each-item.ts';
import type { Work } from '../toasts/lasting-work.ts';

/**
 * Restores items from the service's trash: folders in turn, the last deleted one first, then the others. So each returns to its original folder, even
 * if that was deleted after it.
 */
export function restoreAll(bridge: TandemBridge, items: readonly Item[], work: Work): Promise<Outcome<Item>> {
  const { folders, others } = apart(items);
  return inTurn([...folders.map((folder) => [folder]), others], (item) => restore(bridge, item), work);
}

/** Moves restored items to the trash again, in the opposite order: each leaves before its folder. */
export function trashAgain(bridge: TandemBridge, items: readonly Item[], work: Work): Promise<Outcome<Item>> {
  const { folders, others } = apart(items);
  const groups = [others, ...folders.toReversed().map((folder) => [folder])];
  return inTurn(groups, (item) => trash(bridge, { ...item, etag: null }), work);
}

function apart(items: readonly Item[]): { readonly folders: readonly Item[]; readonly others: readonly Item[] } {
  const folders = items.filter(({ type }) => type === 'folder');
  return {
    folders: folders.sort((one, other) => deletedAt(other) - deletedAt(one)),
    others: items.filter(({ type }) => type !== 'folder'),
  };
}

const deletedAt = ({ trashed_at: at }: Item): number => (typeof at === 'string' ? Date.parse(at) : 0);

/** One group after another, unless a refusal would meet the next one too. */
async function inTurn(
  groups: readonly (readonly Item[])[],
  act: (item: Item) => Promise<unknown>,
  { signal, onProgress }: Work,
): Promise<Outcome<Item>> {
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  const done: Item[] = [];
  const refused: Outcome<Item>['refused'][number][] = [];
  for (const group of groups) {
    const before = done.length + refused.length;
    const outcome = await eachItem(group, act, { signal, onProgress: (count) => onProgress(before + count, total) });
    done.push(...outcome.done);
    refused.push(...outcome.refused);
    if (outcome.refused.some(({ error }) => concernsAll(error))) break;
  }
  return { done, refused };
}
