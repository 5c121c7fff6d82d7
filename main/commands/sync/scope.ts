import type { FolderStates, SelectionTree } from '../../../preload/ipc/shapes/scope.ts';
import type { CommandWorld, HandlersOf } from '../command-world.ts';

type ScopeCommands =
  | 'selection.tree'
  | 'selection.states'
  | 'selection.set'
  | 'ignore.get'
  | 'ignore.set'
  | 'ignore.test'
  | 'kept.list'
  | 'kept.set'
  | 'share.leave'
  | 'share.bringBack';

/** What to sync on this computer: selective sync, ignore rules, and shared items. */
export function scopeCommands({ engine }: CommandWorld): HandlersOf<ScopeCommands> {
  return {
    'selection.tree': async (request) => engine.selectionTree(request),
    'selection.states': async (request) => {
      const tree = engine.selectionTree(request);
      return tree.ok ? { ok: true, value: statesIn(tree.value) } : tree;
    },
    'selection.set': (request) => engine.select(request),
    'ignore.get': async () => ({ ok: true, value: { lines: [...engine.ignoreLines()] } }),
    'ignore.set': async ({ lines }) => engine.setIgnoreLines(lines),
    'ignore.test': ({ lines, rootId }) => engine.testIgnoreLines(lines, rootId),
    'kept.list': async () => ({ ok: true, value: { items: [...engine.keptHere()] } }),
    'kept.set': async (order) => engine.keepHere(order),
    'share.leave': ({ path }) => engine.leaveShare(path),
    'share.bringBack': async ({ path }) => engine.bringBack(path),
  };
}

const statesIn = ({ folders, isListed }: SelectionTree): FolderStates => ({
  ids: folders.map(({ id }) => id),
  states: folders.map(({ state }) => state),
  files: folders.map(({ files }) => files),
  isListed,
});
