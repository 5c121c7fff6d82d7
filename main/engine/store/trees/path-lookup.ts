import type { ItemId, LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Trees } from '../../model/tree.ts';
import type { RootStore } from '../root-store.ts';

/** Deeper than any tree on disk or on the service; stops the climb if rows ever form a cycle. */
const DEEPEST = 10_000;

/** Converts between nodes and paths in each of the three trees. */
export function createPathLookup(
  trees: Trees,
): Pick<RootStore, 'localPath' | 'remotePath' | 'syncedPath' | 'localAt' | 'remoteAt' | 'syncedAt'> {
  return {
    localPath: (id) => climb<LocalId>(id, trees.rootLocalId, (at) => named(trees.local(at))),
    remotePath: (id) => climb<ItemId>(id, trees.rootItemId, (at) => named(trees.remote(at))),
    syncedPath: (id) =>
      climb<LocalId>(id, trees.rootLocalId, (at) => {
        const entry = trees.syncedByLocal(at);
        return entry === undefined ? undefined : { parent: entry.parentLocalId, name: entry.localName };
      }),
    localAt: (path) =>
      descend<LocalId>(path, trees.rootLocalId, (parent, name) =>
        trees.localByKey(parent, nameKey(name)).find((entry) => entry.name === name),
      ),
    remoteAt: (path) =>
      descend<ItemId>(path, trees.rootItemId, (parent, name) =>
        trees.remoteByKey(parent, nameKey(name)).find((entry) => entry.name === name),
      ),
    syncedAt: (path) =>
      descend<LocalId>(path, trees.rootLocalId, (parent, name) => {
        const [found] = trees.syncedNamed(parent, name);
        return found === undefined ? undefined : { id: found.localId };
      }),
  };
}

type Named<Id> = { readonly parent: Id | null; readonly name: string };

const named = <Id>(entry: { parentId: Id | null; name: string } | undefined): Named<Id> | undefined =>
  entry === undefined ? undefined : { parent: entry.parentId, name: entry.name };

function climb<Id>(id: Id, root: Id, look: (id: Id) => Named<Id> | undefined): string | null {
  const names: string[] = [];
  let at = id;
  while (at !== root) {
    const entry = look(at);
    if (entry === undefined || entry.parent === null || names.length > DEEPEST) return null;
    names.push(entry.name);
    at = entry.parent;
  }
  return names.reverse().join('/');
}

function descend<Id>(
  path: string,
  root: Id,
  look: (parent: Id, name: string) => { id: Id } | undefined,
): Id | undefined {
  let at = root;
  for (const name of path.split('/').filter((part) => part !== '')) {
    const found = look(at, name);
    if (found === undefined) return undefined;
    at = found.id;
  }
  return at;
}
