import type { RootStore } from '../../../../main/engine/store/root-store.ts';
import { latestOf } from './chronicle.ts';
import type { View } from './view.ts';

/** Paths with their contents; null for folders. */
type Paths = ReadonlyMap<string, string | null>;

export type Scene = {
  readonly view: View;
  /** Each device with its engine's store. */
  readonly stores: ReadonlyMap<string, () => RootStore>;
};

/**
 * Counts coincidences that no single step of an engine shows: the same item created or deleted on two sides that did not know of each other. Call
 * before an act, and call the result after it: it returns the names of the coincidences.
 */
export function watchForCoincidences({ view, stores }: Scene, actor: string): () => readonly string[] {
  const before = pathsOf(view, actor);
  return () => {
    const after = pathsOf(view, actor);
    const found: string[] = [];
    for (const [path, content] of after) {
      if (before.has(path) && before.get(path) === content) continue;
      for (const [other, paths] of othersOf(view, stores, actor)) {
        if (!paths.has(path) || knows(stores, actor, other, path)) continue;
        const there = paths.get(path) ?? null;
        if (content === null && there === null) found.push('folder made twice');
        else if (content !== null && content === there) found.push('same bytes twice');
      }
    }
    for (const path of before.keys()) {
      if (after.has(path)) continue;
      const others = [...othersOf(view, stores, actor)].filter(([, paths]) => !paths.has(path));
      if (others.some(([other]) => wasShared(stores, actor, other, path))) found.push('deleted twice');
    }
    return found;
  };
}

const SERVICE = 'the service';

function pathsOf(view: View, place: string): Paths {
  const disk = view.disk(place);
  if (disk.length > 0) return new Map(disk.map(({ path, content }) => [path, content]));
  const live = view.service().filter(({ isLive }) => isLive);
  return new Map(live.map((node) => [node.path, node.isFolder ? null : latestOf(node)]));
}

function* othersOf(view: View, stores: Scene['stores'], actor: string): Iterable<readonly [string, Paths]> {
  for (const name of [...stores.keys(), SERVICE]) {
    if (name !== actor && (name === SERVICE) === stores.has(actor)) yield [name, pathsOf(view, name)];
  }
}

/** True if the involved device already knows of the path on the service. */
function knows(stores: Scene['stores'], actor: string, other: string, path: string): boolean {
  const store = (stores.get(actor) ?? stores.get(other))?.();
  if (store === undefined) return true;
  return stores.has(actor) ? store.remoteAt(path) !== undefined : store.syncedAt(path) !== undefined;
}

/** True if the involved device had the item in sync, so that both sides deleted the same item. */
function wasShared(stores: Scene['stores'], actor: string, other: string, path: string): boolean {
  const store = (stores.get(actor) ?? stores.get(other))?.();
  return store?.syncedAt(path) !== undefined;
}
