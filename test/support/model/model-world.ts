import type {
  Content,
  Fingerprint,
  Kind,
  LocalEntry,
  RemoteEntry,
  SyncedEntry,
} from '../../../main/engine/model/entry.ts';
import {
  etag,
  fileIdentity,
  type ItemId,
  itemId,
  type LocalId,
  localId,
  sequenceId,
  sha1,
} from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/names/name-key.ts';
import type { Dirty, Trees } from '../../../main/engine/model/tree.ts';
import { memoryTrees } from '../engine/trees.ts';

/**
 * A small model of two sides and their agreed state: contents are words, nodes are addressed by path, and every action marks what an observer would
 * mark. The planner's tests build situations with it; `model-executor.ts` runs plans on it.
 */
export type World = {
  readonly local: Map<LocalId, LocalEntry>;
  readonly remote: Map<ItemId, RemoteEntry>;
  readonly rows: Map<LocalId, SyncedEntry>;
  /** The actual bytes of each node on disk, hashed or not. */
  readonly bytes: Map<LocalId, string>;
  readonly dirtyLocal: Set<LocalId>;
  readonly dirtyItems: Set<ItemId>;
  /** Contents that are readable but at no path: in the trash of either side, or as older versions. */
  readonly recoverable: Set<string>;
  /** Nodes deleted by a person, including all descendants. */
  readonly deletedHere: Set<LocalId>;
  readonly deletedThere: Set<ItemId>;
  /** `parent/name` of ignored items on disk. */
  readonly ignored: Set<string>;
  readonly caseSensitive: boolean;
  next: number;
};

export const ROOT_LOCAL = localId(1);
export const ROOT_ITEM = itemId('1');

export function createWorld(options: { readonly caseSensitive?: boolean } = {}): World {
  const world: World = {
    local: new Map(),
    remote: new Map(),
    rows: new Map(),
    bytes: new Map(),
    dirtyLocal: new Set(),
    dirtyItems: new Set(),
    recoverable: new Set(),
    deletedHere: new Set(),
    deletedThere: new Set(),
    ignored: new Set(),
    caseSensitive: options.caseSensitive ?? true,
    next: 2,
  };
  world.local.set(ROOT_LOCAL, newLocal(world, ROOT_LOCAL, null, '', 'folder', ''));
  world.remote.set(ROOT_ITEM, newRemote(ROOT_ITEM, null, 'root', 'folder', null));
  linkRow(world, ROOT_LOCAL, ROOT_ITEM);
  return world;
}

export const treesOf = (world: World): Trees =>
  memoryTrees({
    rootLocalId: ROOT_LOCAL,
    rootItemId: ROOT_ITEM,
    local: world.local.values(),
    remote: world.remote.values(),
    synced: world.rows.values(),
    ignored: world.ignored,
  });

export const dirtyOf = (world: World): Dirty => ({
  localIds: [...world.dirtyLocal],
  itemIds: [...world.dirtyItems],
});

/** Every node of every tree: the input of a plan from scratch. */
export const everythingOf = (world: World): Dirty => ({
  localIds: [...new Set([...world.local.keys(), ...world.rows.keys()])],
  itemIds: [...new Set([...world.remote.keys(), ...[...world.rows.values()].map((row) => row.itemId)])],
});

/** Creates an item on both sides as synced, with missing parent folders. */
export function sync(world: World, path: string, content?: string): { localId: LocalId; itemId: ItemId } {
  const [parentPath, name] = split(path);
  const parentHere = parentPath === '' ? ROOT_LOCAL : (findLocal(world, parentPath) ?? sync(world, parentPath).localId);
  const parentThere = rowAt(world, parentHere).itemId;
  const kind: Kind = content === undefined ? 'folder' : 'file';
  const [here, there] = [localId(world.next), itemId(String(world.next))];
  world.next++;
  world.local.set(here, { ...newLocal(world, here, parentHere, name, kind, content ?? ''), sha1: hashOf(content) });
  world.remote.set(there, newRemote(there, parentThere, name, kind, content ?? null));
  linkRow(world, here, there);
  return { localId: here, itemId: there };
}

/** Records the current state of both sides as agreed. */
export function linkRow(world: World, here: LocalId, there: ItemId): void {
  const local = need(world.local.get(here), `local ${here}`);
  const remote = need(world.remote.get(there), `remote ${there}`);
  for (const [id, row] of world.rows) {
    if (id !== here && row.itemId !== there) continue;
    world.rows.delete(id);
    // A recreated folder takes over its predecessor's children.
    for (const [child, childRow] of world.rows) {
      if (childRow.parentLocalId === id) world.rows.set(child, { ...childRow, parentLocalId: here });
    }
  }
  world.rows.set(here, {
    localId: here,
    itemId: there,
    parentLocalId: local.parentId,
    kind: local.kind,
    localName: local.name,
    remoteName: remote.name,
    content: remote.content,
    fingerprint: local.fingerprint,
    etag: remote.etag,
  });
}

export function newLocal(
  world: World,
  id: LocalId,
  parentId: LocalId | null,
  name: string,
  kind: Kind,
  content: string,
): LocalEntry {
  if (kind === 'file') world.bytes.set(id, content);
  return { id, parentId, name, kind, fingerprint: freshFingerprint(world, id, content), sha1: null };
}

export function newRemote(
  id: ItemId,
  parentId: ItemId | null,
  name: string,
  kind: Kind,
  content: string | null,
): RemoteEntry {
  return {
    id,
    parentId,
    name,
    kind,
    etag: etag('0'),
    sequenceId: sequenceId('0'),
    content: content === null || kind === 'folder' ? null : contentOf(content),
    versionId: null,
    contentModifiedAtMs: null,
    canUpload: true,
    canRename: true,
    canDelete: true,
    canDownload: true,
  };
}

export const contentOf = (content: string): Content => ({ sha1: sha1(`sha1-${content}`), sizeBytes: content.length });
const hashOf = (content: string | undefined): LocalEntry['sha1'] =>
  content === undefined ? null : contentOf(content).sha1;
/** The word of a content. In the model, the content is its own hash. */
export const wordOf = (content: Content): string => content.sha1.slice('sha1-'.length);

/** A fingerprint with a new, unique modification time. */
export function freshFingerprint(world: World, id: LocalId, content: string): Fingerprint {
  const time = String(world.next++);
  return { identity: fileIdentity(`disk:${id}`), sizeBytes: content.length, mtimeNs: time, ctimeNs: time };
}

export function findLocal(world: World, path: string): LocalId | undefined {
  return find(path, ROOT_LOCAL, (parent, name) => {
    for (const entry of world.local.values()) if (entry.parentId === parent && entry.name === name) return entry.id;
    return undefined;
  });
}

export function findRemote(world: World, path: string): ItemId | undefined {
  return find(path, ROOT_ITEM, (parent, name) => {
    for (const entry of world.remote.values()) if (entry.parentId === parent && entry.name === name) return entry.id;
    return undefined;
  });
}

function find<Id>(path: string, root: Id, child: (parent: Id, name: string) => Id | undefined): Id | undefined {
  let at: Id | undefined = root;
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (at === undefined) return undefined;
    at = child(at, name);
  }
  return at;
}

export const localAt = (world: World, path: string): LocalEntry =>
  need(world.local.get(need(findLocal(world, path), path)), path);
export const remoteAt = (world: World, path: string): RemoteEntry =>
  need(world.remote.get(need(findRemote(world, path), path)), path);
export const rowAt = (world: World, id: LocalId): SyncedEntry => need(world.rows.get(id), `row of ${id}`);

export function split(path: string): readonly [parent: string, name: string] {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? ['', path] : [path.slice(0, slash), path.slice(slash + 1)];
}

/** Ids of a node and all its descendants on one side. */
export function subtree<Id>(nodes: ReadonlyMap<Id, { readonly id: Id; readonly parentId: Id | null }>, top: Id): Id[] {
  const found = new Set<Id>([top]);
  let size = 0;
  while (size !== found.size) {
    size = found.size;
    for (const node of nodes.values()) if (node.parentId !== null && found.has(node.parentId)) found.add(node.id);
  }
  return [...found];
}

/** True if the disk treats these two names as one. */
export const collides = (world: World, a: string, b: string): boolean =>
  world.caseSensitive ? a === b : nameKey(a) === nameKey(b);

/** All paths of a side with their content (null for folders), sorted, to compare both sides. */
export function listing(world: World, side: 'local' | 'remote'): readonly (readonly [string, string | null])[] {
  const found: [string, string | null][] = [];
  const nodes = side === 'local' ? world.local : world.remote;
  for (const node of nodes.values()) {
    if (node.parentId === null) continue;
    const content = side === 'local' ? (world.bytes.get(localId(Number(node.id))) ?? null) : remoteWord(world, node.id);
    found.push([pathOf(nodes, node), node.kind === 'folder' ? null : content]);
  }
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
}

function remoteWord(world: World, id: ItemId | LocalId): string | null {
  const content = world.remote.get(itemId(String(id)))?.content ?? null;
  return content === null ? null : wordOf(content);
}

type Named = { readonly id: LocalId | ItemId; readonly parentId: LocalId | ItemId | null; readonly name: string };

function pathOf(
  nodes: ReadonlyMap<LocalId | ItemId, Named> | ReadonlyMap<LocalId, Named> | ReadonlyMap<ItemId, Named>,
  node: Named,
): string {
  const names: string[] = [];
  const byId = new Map<LocalId | ItemId, Named>(nodes);
  for (let at: Named | undefined = node; at !== undefined && at.parentId !== null; at = byId.get(at.parentId)) {
    names.push(at.name);
  }
  return names.reverse().join('/');
}

export function need<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`the model has no ${what}`);
  return value;
}
