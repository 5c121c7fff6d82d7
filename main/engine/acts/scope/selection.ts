import type { SyncState } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import type { RootStore } from '../../store/root-store.ts';

/** The states a user can choose for a folder; `partially_synced` follows from its subfolders. */
export type Choice = 'synced' | 'not_synced';

/** The parts of a root that the selection reads. */
export type SelectableTree = Pick<
  RootStore,
  'rootItemId' | 'remote' | 'remoteChildren' | 'syncStateOf' | 'unsyncedFolders'
>;

/**
 * The states to write so that these choices hold (SPEC P65), only the differences. They are ordered so that nothing is downloaded or removed
 * by accident in between: exclusions come before the folders above them are included.
 */
export function statesFor(
  tree: SelectableTree,
  choices: readonly { readonly folder: ItemId; readonly choice: Choice }[],
): ReadonlyMap<ItemId, SyncState> {
  const next = new Map<ItemId, SyncState>();
  const stateOf = (id: ItemId): SyncState => next.get(id) ?? tree.syncStateOf(id);
  const set = (id: ItemId, state: SyncState): void => {
    next.set(id, state);
  };
  for (const { folder, choice } of choices) {
    const above = foldersAbove(tree, folder);
    if (choice === 'synced') {
      for (const id of tree.unsyncedFolders(folder)) set(id, 'synced');
      for (const id of next.keys()) if (foldersAbove(tree, id).includes(folder)) set(id, 'synced');
      openAbove(tree, [folder, ...above], stateOf, set);
    }
    set(folder, choice);
    for (const id of above) if (stateOf(id) !== 'not_synced') set(id, stateOfParent(tree, id, stateOf));
  }
  const depth = (id: ItemId): number => foldersAbove(tree, id).length;
  const differing = [...next].filter(([id, state]) => tree.syncStateOf(id) !== state);
  const isOut = ([, state]: readonly [ItemId, SyncState]): number => (state === 'not_synced' ? 0 : 1);
  return new Map(differing.sort((a, b) => isOut(a) - isOut(b) || depth(b[0]) - depth(a[0])));
}

/** Includes excluded parent folders only along the path: their other subfolders stay out. */
function openAbove(
  tree: SelectableTree,
  way: readonly ItemId[],
  stateOf: (id: ItemId) => SyncState,
  set: (id: ItemId, state: SyncState) => void,
): void {
  for (let index = way.length - 1; index > 0; index--) {
    const [folder, onWay] = [way[index], way[index - 1]];
    if (folder === undefined || stateOf(folder) !== 'not_synced') continue;
    for (const child of childFolders(tree, folder)) if (child !== onWay) set(child, 'not_synced');
    if (onWay !== undefined && index > 1) set(onWay, 'not_synced');
    set(folder, 'partially_synced');
  }
}

/** The parent folders, nearest first, without the root, which is always synced. */
function foldersAbove(tree: SelectableTree, id: ItemId): readonly ItemId[] {
  const found: ItemId[] = [];
  for (let at = tree.remote(id)?.parentId ?? null; at !== null && at !== tree.rootItemId; ) {
    found.push(at);
    at = tree.remote(at)?.parentId ?? null;
  }
  return found;
}

function stateOfParent(tree: SelectableTree, id: ItemId, stateOf: (id: ItemId) => SyncState): SyncState {
  return childFolders(tree, id).every((child) => stateOf(child) === 'synced') ? 'synced' : 'partially_synced';
}

const childFolders = (tree: SelectableTree, id: ItemId): readonly ItemId[] =>
  tree
    .remoteChildren(id)
    .filter((child) => child.kind === 'folder')
    .map((child) => child.id);
