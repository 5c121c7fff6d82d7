import type { LocalEntry, RemoteEntry, SyncedEntry } from '../../../main/engine/model/entry.ts';
import type { ItemId, LocalId } from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/names/name-key.ts';
import type { PlanSettings } from '../../../main/engine/model/plan/plan.ts';
import type { Trees } from '../../../main/engine/model/tree.ts';
import { createCarriedOut } from '../../../main/engine/root/state/carried-out.ts';

/** The three trees in memory, as a snapshot of the given nodes. */
export function memoryTrees(nodes: {
  readonly rootLocalId: LocalId;
  readonly rootItemId: ItemId;
  readonly local: Iterable<LocalEntry>;
  readonly remote: Iterable<RemoteEntry>;
  readonly synced: Iterable<SyncedEntry>;
  /** `parent/name` of ignored items on disk. */
  readonly ignored?: ReadonlySet<string>;
  /** Items owned by someone else, and items that the account can no longer see. */
  readonly foreign?: ReadonlySet<ItemId>;
  readonly lost?: ReadonlySet<ItemId>;
}): Trees {
  const local = index([...nodes.local], (entry) => entry.name);
  const remote = index([...nodes.remote], (entry) => entry.name);
  const synced = [...nodes.synced];
  const rowByLocal = new Map(synced.map((row) => [row.localId, row]));
  const rowByItem = new Map(synced.map((row) => [row.itemId, row]));
  const rowsBelow = group(synced, (row) => row.parentLocalId);
  const rowsByName = group(synced, (row) => `${String(row.parentLocalId)}/${row.localName}`);
  return {
    rootLocalId: nodes.rootLocalId,
    rootItemId: nodes.rootItemId,
    local: (id) => local.byId.get(id),
    localChildren: (parent) => local.children.get(parent) ?? [],
    localByKey: (parent, key) => local.byKey.get(`${parent}/${key}`) ?? [],
    remote: (id) => remote.byId.get(id),
    remoteChildren: (parent) => remote.children.get(parent) ?? [],
    remoteByKey: (parent, key) => remote.byKey.get(`${parent}/${key}`) ?? [],
    syncedByLocal: (id) => rowByLocal.get(id),
    syncedByItem: (id) => rowByItem.get(id),
    syncedChildren: (parent) => rowsBelow.get(parent) ?? [],
    syncedNamed: (parent, name) => rowsByName.get(`${parent}/${name}`) ?? [],
    leftOver: () => undefined,
    holdsIgnored: () => false,
    ignoredAt: (parent, name) => (nodes.ignored?.has(`${parent}/${name}`) === true ? name : null),
    isOwn: (id) => !nodes.foreign?.has(id),
    wasLost: (id) => nodes.lost?.has(id) ?? false,
    isExcluded: (id) => {
      for (let at = remote.byId.get(id); at !== undefined && at.parentId !== null; at = remote.byId.get(at.parentId)) {
        if (at.syncState === 'not_synced') return true;
      }
      return false;
    },
  };
}

/** Settings that hold nothing and assume a Linux disk, overridden by `change`. */
export function planSettings(change: Partial<PlanSettings> = {}): PlanSettings {
  return {
    deviceName: 'laptop',
    deviceId: 'laptop',
    today: '2026-03-01',
    caseSensitive: true,
    nameLimit: { length: 255, unit: 'utf8' },
    platform: 'posix',
    guard: { items: Number.MAX_SAFE_INTEGER, share: 1 },
    syncedCount: 0,
    lately: createCarriedOut().lately(0),
    largestUploadBytes: null,
    released: { localIds: new Set(), itemIds: new Set() },
    held: { localIds: new Set(), itemIds: new Set() },
    taken: new Set(),
    growing: new Map(),
    refusedNames: new Map(),
    unsettled: { localIds: new Set(), itemIds: new Set() },
    failed: new Map(),
    ...change,
  };
}

type Node<Id> = { readonly id: Id; readonly parentId: Id | null };

function index<Id, Entry extends Node<Id>>(entries: readonly Entry[], nameOf: (entry: Entry) => string) {
  const inOrder = [...entries].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  return {
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    children: group(inOrder, (entry) => entry.parentId),
    byKey: group(inOrder, (entry) => `${String(entry.parentId)}/${nameKey(nameOf(entry))}`),
  };
}

function group<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const list = groups.get(keyOf(value));
    if (list === undefined) groups.set(keyOf(value), [value]);
    else list.push(value);
  }
  return groups;
}
