import type { SyncedEntry } from '../../main/engine/model/entry.ts';
import type { ItemId, LocalId } from '../../main/engine/model/ids.ts';
import { isAlias } from '../../main/engine/model/names/alias.ts';
import { nameKey } from '../../main/engine/model/names/name-key.ts';
import type { ProblemCode } from '../../main/engine/model/plan/problem.ts';
import { aliasNames } from '../../main/engine/plan/names/alias-name.ts';
import type { RootStore } from '../../main/engine/store/root-store.ts';
import { type Device, placeOf } from './world/device/device.ts';
import { filesBelow } from './world/device/virtual-disk.ts';
import { textOf } from './world/people/people.ts';
import type { Item, ServiceTruth } from './world/service/service-truth.ts';

/** Path to content; null for folders. */
export type Tree = ReadonlyMap<string, string | null>;

/** Problems that may remain at the end: the engine waits for a person. */
const DECLARED: ReadonlySet<ProblemCode> = new Set([
  'name_not_allowed_by_service',
  'name_not_allowed_here',
  'name_too_long',
  'name_taken_by_sibling',
  'name_not_unicode',
  'too_large',
  'not_empty_yet',
]);

export const isDeclared = (code: ProblemCode): boolean => DECLARED.has(code);

/**
 * The trees of a device and of the service in comparable form: aliases are replaced by the item's own name, and items that the engine declares as
 * left out, with its own reasons, are removed from both sides.
 */
export function comparedTrees(
  device: Device,
  truth: ServiceTruth,
  root: Item,
): { readonly here: Tree; readonly there: Tree } {
  const left = declaredIn(device.root());
  return { here: treeHere(device, left), there: treeThere(truth, root, left) };
}

export type LeftOut = { readonly localIds: ReadonlySet<LocalId>; readonly itemIds: ReadonlySet<string> };

/** Items that the engine itself declares as waiting for a person. */
export function declaredIn(store: RootStore): LeftOut {
  const [localIds, itemIds] = [new Set<LocalId>(), new Set<string>()];
  for (const { localId, itemId, problem } of store.reasons(10_000)) {
    if (!isDeclared(problem.code)) continue;
    const row =
      localId === null ? (itemId === null ? undefined : store.syncedByItem(itemId)) : store.syncedByLocal(localId);
    for (const id of [localId, row?.localId]) if (id !== null && id !== undefined) localIds.add(id);
    for (const id of [itemId, row?.itemId]) if (id !== null && id !== undefined) itemIds.add(id);
    // All but the item that can't leave it must go.
    if (problem.code === 'not_empty_yet') continue;
    const isThere = row !== undefined && store.remote(row.itemId) !== undefined;
    const isHere = row !== undefined && store.local(row.localId) !== undefined;
    for (const id of localId === null || isThere ? [] : belowHere(store, localId)) {
      localIds.add(id);
      const moved = store.syncedByLocal(id);
      if (moved !== undefined) itemIds.add(moved.itemId);
    }
    for (const id of itemId === null || isHere ? [] : belowThere(store, itemId)) {
      itemIds.add(id);
      const moved = store.syncedByItem(id);
      if (moved !== undefined) localIds.add(moved.localId);
    }
  }
  return { localIds, itemIds };
}

/**
 * Items in a one-sided folder that cannot be uploaded or downloaded wait for a person with it: new items, items that kept the folder alive when it
 * was deleted on the other side, and items moved there, which are unchanged on the other side.
 */
function* belowHere(store: RootStore, folder: LocalId): Iterable<LocalId> {
  for (const { id } of store.localChildren(folder)) {
    yield id;
    yield* belowHere(store, id);
  }
}

function* belowThere(store: RootStore, folder: ItemId): Iterable<ItemId> {
  for (const { id } of store.remoteChildren(folder)) {
    yield id;
    yield* belowThere(store, id);
  }
}

function treeHere(device: Device, left: LeftOut): Tree {
  const store = device.root();
  const top = device.disk.look(placeOf(device.disk)).inode;
  const named = new Map<string, string | null>([['', '']]);
  const entries: [string, string | null][] = [];
  for (const [path, inode] of top === null ? [] : filesBelow(top)) {
    const slash = path.lastIndexOf('/');
    const above = named.get(slash < 0 ? '' : path.slice(0, slash));
    const id = store.localAt(path);
    if (above === null || above === undefined || (id !== undefined && left.localIds.has(id))) {
      named.set(path, null);
      continue;
    }
    const row = id === undefined ? undefined : store.syncedByLocal(id);
    const own = path.slice(slash + 1);
    const name = row?.localName === own && isForDisk(device, row) ? row.remoteName : own;
    const full = above === '' ? name : `${above}/${name}`;
    named.set(path, full);
    entries.push([full, inode.kind === 'folder' ? null : textOf(inode.bytes)]);
  }
  return sorted(entries);
}

/** An alias is for a name that this disk cannot hold. Under any other name of its own, an item is not as it is on the service. */
const isForDisk = ({ disk }: Device, row: SyncedEntry): boolean =>
  !isAlias(row) || aliasNames(row.remoteName, disk.traits).some((alias) => nameKey(alias) === nameKey(row.localName));

function treeThere(truth: ServiceTruth, root: Item, left: LeftOut): Tree {
  const entries: [string, string | null][] = [];
  const enter = (folder: Item, above: string): void => {
    for (const item of truth.children(folder.id)) {
      if (left.itemIds.has(item.id)) continue;
      const path = above === '' ? item.name : `${above}/${item.name}`;
      entries.push([path, item.kind === 'folder' ? null : textOf(item.versions.at(-1)?.bytes ?? new Uint8Array())]);
      if (item.kind === 'folder') enter(item, path);
    }
  };
  enter(root, '');
  return sorted(entries);
}

/** Names in one Unicode form, because a disk may use the other. */
const sorted = (entries: readonly (readonly [string, string | null])[]): Tree =>
  new Map(
    entries.map(([path, content]) => [path.normalize('NFC'), content] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
