import type { PathState } from '../../../../preload/ipc/shapes/path-state.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import type { RootContext } from '../../root/root-context.ts';
import { unlistedFolders } from '../../root/waiting/unlisted-folders.ts';

/** With more nodes than this, parent folders are not computed: every folder of the root counts as syncing. */
const MOST_NODES = 2_000;

/** Deeper than any tree on disk. */
const DEEPEST = 10_000;

type Node = { readonly localId: LocalId | null; readonly itemId: ItemId | null };

/** The pending work below folders of one root, computed once per batch of rows. */
export type Beneath = (folder: Node) => PathState['beneath'];

export function gatherBeneath(context: RootContext): Beneath {
  const { root } = context;
  const doubtful = root.doubtful(MOST_NODES + 1);
  const syncing = createFolders(context);
  const attention = createFolders(context);
  for (const localId of doubtful.localIds) syncing.addAbove({ localId, itemId: null });
  for (const itemId of doubtful.itemIds) syncing.addAbove({ localId: null, itemId });
  for (const one of [...root.reasons(MOST_NODES), ...unlistedFolders(context)]) {
    (one.problem.reach === 'blocked' ? attention : syncing).addAbove(one);
  }
  for (const { localId } of root.openConflicts(MOST_NODES)) attention.addAbove({ localId, itemId: null });
  const isTooMuch = doubtful.localIds.length + doubtful.itemIds.length > MOST_NODES;
  return (folder) => {
    if (attention.has(folder)) return 'attention';
    return isTooMuch || syncing.has(folder) ? 'syncing' : null;
  };
}

/** The folders above nodes, in both trees; each climb ends where an earlier one passed. */
function createFolders({ root }: RootContext) {
  const localIds = new Set<LocalId>();
  const itemIds = new Set<ItemId>();
  const localParent = (id: LocalId): LocalId | null =>
    root.local(id)?.parentId ?? root.syncedByLocal(id)?.parentLocalId ?? null;
  const remoteParent = (id: ItemId): ItemId | null => root.remote(id)?.parentId ?? null;
  return {
    addAbove({ localId, itemId }: Node): void {
      if (localId !== null) climb(localId, localParent, localIds);
      if (itemId !== null) climb(itemId, remoteParent, itemIds);
    },
    has: ({ localId, itemId }: Node): boolean =>
      (localId !== null && localIds.has(localId)) || (itemId !== null && itemIds.has(itemId)),
  };
}

function climb<Id>(from: Id, parentOf: (id: Id) => Id | null, seen: Set<Id>): void {
  let at = parentOf(from);
  for (let depth = 0; at !== null && !seen.has(at) && depth < DEEPEST; depth++) {
    seen.add(at);
    at = parentOf(at);
  }
}
