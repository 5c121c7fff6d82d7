import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import { etag, type ItemId, itemId, type LocalId, localId, sequenceId } from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/names/name-key.ts';
import {
  collides,
  contentOf,
  findLocal,
  findRemote,
  freshFingerprint,
  localAt,
  need,
  newLocal,
  newRemote,
  ROOT_ITEM,
  ROOT_LOCAL,
  remoteAt,
  split,
  subtree,
  type World,
  wordOf,
} from './model-world.ts';

/** A person's possible actions on one side. False: not possible (a name is taken, a folder is missing), and nothing changed. */
export type Person = {
  write(path: string, content: string): boolean;
  folder(path: string): boolean;
  /** Replaces a file that has the new name, as `mv` does. */
  move(from: string, to: string): boolean;
  remove(path: string): boolean;
  /** Changes the modification time but not the content. */
  touch(path: string): boolean;
};

/** A person at the disk. Marks changes as the local observer would. */
export function personHere(world: World): Person {
  const taken = (parent: LocalId, name: string, except?: LocalId) =>
    [...world.local.values()].find((e) => e.parentId === parent && e.id !== except && collides(world, e.name, name));
  const add = (path: string, content: string | undefined): boolean => {
    const [parentPath, name] = split(path);
    const parent = findLocal(world, parentPath);
    if (parent === undefined || world.local.get(parent)?.kind !== 'folder' || taken(parent, name) !== undefined)
      return false;
    const id = localId(world.next++);
    world.local.set(id, newLocal(world, id, parent, name, content === undefined ? 'folder' : 'file', content ?? ''));
    world.dirtyLocal.add(id);
    return true;
  };
  const person: Person = {
    write(path, content) {
      const id = findLocal(world, path);
      const entry = id === undefined ? undefined : world.local.get(id);
      if (entry === undefined || id === undefined) return add(path, content);
      if (entry.kind !== 'file') return false;
      world.bytes.set(id, content);
      world.local.set(id, { ...entry, fingerprint: freshFingerprint(world, id, content), sha1: null });
      world.dirtyLocal.add(id);
      return true;
    },
    folder: (path) => add(path, undefined),
    move(from, to) {
      const [parentPath, name] = split(to);
      const [id, parent] = [findLocal(world, from), findLocal(world, parentPath)];
      if (id === undefined || parent === undefined || id === ROOT_LOCAL) return false;
      if (world.local.get(parent)?.kind !== 'folder' || subtree(world.local, id).includes(parent)) return false;
      const holder = taken(parent, name, id);
      if (holder !== undefined) {
        if (holder.kind !== 'file' || world.local.get(id)?.kind !== 'file') return false;
        removeHere(world, holder.id);
      }
      world.local.set(id, { ...localAt(world, from), parentId: parent, name });
      world.dirtyLocal.add(id);
      return true;
    },
    remove(path) {
      const id = findLocal(world, path);
      if (id === undefined || id === ROOT_LOCAL) return false;
      removeHere(world, id);
      return true;
    },
    touch(path) {
      const id = findLocal(world, path);
      const content = id === undefined ? undefined : world.bytes.get(id);
      return content === undefined ? false : person.write(path, content);
    },
  };
  return person;
}

function removeHere(world: World, top: LocalId): void {
  for (const id of subtree(world.local, top)) {
    world.local.delete(id);
    world.bytes.delete(id);
    world.dirtyLocal.add(id);
    world.deletedHere.add(id);
  }
}

/** A person on the service. Marks changes as the remote observer would. */
export function personThere(world: World): Person {
  const taken = (parent: ItemId, name: string, except?: ItemId) =>
    [...world.remote.values()].find(
      (e) => e.parentId === parent && e.id !== except && nameKey(e.name) === nameKey(name),
    );
  const add = (path: string, content: string | undefined): boolean => {
    const [parentPath, name] = split(path);
    const parent = findRemote(world, parentPath);
    if (parent === undefined || world.remote.get(parent)?.kind !== 'folder' || taken(parent, name) !== undefined)
      return false;
    const id = itemId(String(world.next++));
    world.remote.set(id, newRemote(id, parent, name, content === undefined ? 'folder' : 'file', content ?? null));
    world.dirtyItems.add(id);
    return true;
  };
  const person: Person = {
    write(path, content) {
      const id = findRemote(world, path);
      if (id === undefined) return add(path, content);
      const entry = remoteAt(world, path);
      if (entry.kind !== 'file') return false;
      replaceContent(world, id, content);
      return true;
    },
    folder: (path) => add(path, undefined),
    move(from, to) {
      const [parentPath, name] = split(to);
      const [id, parent] = [findRemote(world, from), findRemote(world, parentPath)];
      if (id === undefined || parent === undefined || id === ROOT_ITEM) return false;
      if (world.remote.get(parent)?.kind !== 'folder' || subtree(world.remote, id).includes(parent)) return false;
      if (taken(parent, name, id) !== undefined) return false;
      world.remote.set(id, advanced({ ...remoteAt(world, from), parentId: parent, name }));
      world.dirtyItems.add(id);
      return true;
    },
    remove(path) {
      const id = findRemote(world, path);
      if (id === undefined || id === ROOT_ITEM) return false;
      for (const below of removeThere(world, id)) world.deletedThere.add(below);
      return true;
    },
    touch(path) {
      const id = findRemote(world, path);
      if (id === undefined || id === ROOT_ITEM) return false;
      // Every change to an item changes its etag, e.g. a description or a tag.
      world.remote.set(id, advanced(remoteAt(world, path)));
      world.dirtyItems.add(id);
      return true;
    },
  };
  return person;
}

/** Moves the whole subtree to the service's trash, where the contents stay readable. */
export function removeThere(world: World, top: ItemId): readonly ItemId[] {
  const ids = subtree(world.remote, top);
  for (const id of ids) {
    const content = world.remote.get(id)?.content ?? null;
    if (content !== null) world.recoverable.add(wordOf(content));
    world.remote.delete(id);
    world.dirtyItems.add(id);
  }
  return ids;
}

/** Uploads a new version; the previous one stays readable. */
export function replaceContent(world: World, id: ItemId, content: string): void {
  const entry = need(world.remote.get(id), id);
  if (entry.content !== null) world.recoverable.add(wordOf(entry.content));
  world.remote.set(id, advanced({ ...entry, content: contentOf(content) }));
  world.dirtyItems.add(id);
}

/** As on the service: etag and sequence id increase with every change. */
export function advanced(entry: RemoteEntry): RemoteEntry {
  const next = String(Number(entry.etag) + 1);
  return { ...entry, etag: etag(next), sequenceId: sequenceId(next) };
}
