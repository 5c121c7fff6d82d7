import { createHash } from 'node:crypto';
import { nameFault } from '../../../contract/names.ts';
import type { Content, Kind, RemoteEntry } from '../../../main/engine/model/entry.ts';
import {
  type Etag,
  etag,
  type ItemId,
  itemId,
  type Sha1,
  sequenceId,
  sha1,
  type VersionId,
  versionId,
} from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/name-key.ts';
import type { Changed, Destination, Refusal, UploadedPart, UploadSession } from '../../../main/engine/ports/remote.ts';

export type Version = { readonly id: VersionId; readonly bytes: Uint8Array; readonly content: Content };

export type Item = {
  readonly id: ItemId;
  readonly kind: Kind;
  parentId: ItemId | null;
  name: string;
  /** Etag and sequence id: both rise by one with each change of the item. */
  changes: number;
  isTrashed: boolean;
  modifiedAtMs: number | null;
  readonly versions: Version[];
};

export type ServiceEvent = {
  readonly kind: 'changed' | 'removed';
  readonly entry: RemoteEntry;
  readonly contents: boolean;
};

/** An upload session, open or committed. */
export type Session = UploadSession & {
  readonly destination: Destination;
  readonly sizeBytes: number;
  readonly parts: Map<number, { readonly part: UploadedPart; readonly bytes: Uint8Array }>;
  /** Set once it is committed: the same commit gives the same answer. */
  result: Changed | null;
  isAssembling: boolean;
};

/** The service's own truth: one account, one tree, each change one event. Synchronous, and never wrong. */
export type VirtualService = {
  readonly items: ReadonlyMap<ItemId, Item>;
  readonly events: readonly ServiceEvent[];
  readonly sessions: Map<string, Session>;
  readonly top: ItemId;
  /** Live, and so are all folders above it. */
  live(id: ItemId): Item | null;
  entry(item: Item): RemoteEntry;
  children(id: ItemId): readonly Item[];
  createFolder(parent: ItemId, name: string): Changed;
  write(destination: Destination, bytes: Uint8Array, modifiedAtMs: number | null): Changed;
  move(id: ItemId, parent: ItemId, name: string, ifMatch: Etag | null): Changed;
  trash(id: ItemId, ifMatch: Etag | null): { readonly ok: true } | Refusal;
  /** Out of the trash, to where it was; false when that place is gone or taken. */
  restore(id: ItemId): boolean;
  /** A description or a tag: another etag, nothing else. */
  annotate(id: ItemId): void;
  /** Why nothing new could come under this name; null when it could. */
  refusal(parent: ItemId, name: string, except: ItemId | null): Refusal | null;
  /** Called after each event. */
  readonly listeners: Set<() => void>;
};

const gone = { ok: false, reason: 'gone' } as const;
const changed = { ok: false, reason: 'changed' } as const;

export function createService(): VirtualService {
  const items = new Map<ItemId, Item>();
  const events: ServiceEvent[] = [];
  const listeners = new Set<() => void>();
  let numbers = 0;
  const make = (kind: Kind, parentId: ItemId | null, name: string): Item => {
    numbers += 1;
    const item: Item = {
      id: itemId(String(numbers)),
      kind,
      parentId,
      name,
      changes: -1,
      isTrashed: false,
      modifiedAtMs: null,
      versions: [],
    };
    items.set(item.id, item);
    return item;
  };
  const top = make('folder', null, 'All files');
  top.changes = 0;

  const live = (id: ItemId): Item | null => {
    for (let at = items.get(id); at !== undefined; at = at.parentId === null ? undefined : items.get(at.parentId)) {
      if (at.isTrashed) return null;
      if (at.parentId === null) return items.get(id) ?? null;
    }
    return null;
  };
  const children = (id: ItemId): Item[] =>
    [...items.values()].filter((item) => item.parentId === id && !item.isTrashed);
  const refusal = (parent: ItemId, name: string, except: ItemId | null): Refusal | null => {
    const folder = live(parent);
    if (folder === null || folder.kind !== 'folder') return gone;
    const fault = nameFault(name);
    if (fault !== null) return { ok: false, reason: 'refused', code: 'name_invalid', message: fault.reason };
    const holder = children(parent).find((item) => item.id !== except && nameKey(item.name) === nameKey(name));
    if (holder === undefined) return null;
    return { ok: false, reason: 'taken', existing: holder.id, existingKind: holder.kind };
  };
  const record = (item: Item, kind: 'changed' | 'removed', contents = false): RemoteEntry => {
    item.changes += 1;
    const told = entryOf(item);
    events.push({ kind, entry: told, contents });
    for (const listener of Array.from(listeners)) listener();
    return told;
  };
  const matches = (item: Item, ifMatch: Etag | null): boolean =>
    ifMatch === null || ifMatch === etag(String(item.changes));
  const addVersion = (item: Item, bytes: Uint8Array, modifiedAtMs: number | null): void => {
    const version = versionId(`${item.id}-${item.versions.length + 1}`);
    item.versions.push({ id: version, bytes, content: { sha1: digestOf(bytes), sizeBytes: bytes.length } });
    item.modifiedAtMs = modifiedAtMs;
  };

  return {
    items,
    events,
    sessions: new Map(),
    listeners,
    top: top.id,
    live,
    entry: entryOf,
    children,
    refusal,
    createFolder(parent, name) {
      const refused = refusal(parent, name, null);
      return refused ?? { ok: true, entry: record(make('folder', parent, name), 'changed') };
    },
    write(destination, bytes, modifiedAtMs) {
      if (destination.kind === 'new') {
        const refused = refusal(destination.parentId, destination.name, null);
        if (refused !== null) return refused;
        const item = make('file', destination.parentId, destination.name);
        addVersion(item, bytes, modifiedAtMs);
        return { ok: true, entry: record(item, 'changed') };
      }
      const item = live(destination.itemId);
      if (item === null) return gone;
      if (!matches(item, destination.ifMatch)) return changed;
      addVersion(item, bytes, modifiedAtMs);
      return { ok: true, entry: record(item, 'changed') };
    },
    move(id, parent, name, ifMatch) {
      const item = live(id);
      if (item === null) return gone;
      if (!matches(item, ifMatch)) return changed;
      const refused = refusal(parent, name, id);
      if (refused !== null) return refused;
      for (
        let at = items.get(parent);
        at !== undefined;
        at = at.parentId === null ? undefined : items.get(at.parentId)
      ) {
        if (at === item)
          return { ok: false, reason: 'refused', code: 'cyclic', message: 'A folder cannot be in itself.' };
      }
      const isMove = item.parentId !== parent;
      item.parentId = parent;
      item.name = name;
      return { ok: true, entry: record(item, 'changed', isMove && item.kind === 'folder') };
    },
    trash(id, ifMatch) {
      const item = live(id);
      if (item === null) return gone;
      if (!matches(item, ifMatch)) return changed;
      item.isTrashed = true;
      record(item, 'removed');
      return { ok: true };
    },
    restore(id) {
      const item = items.get(id);
      if (item === undefined || !item.isTrashed || item.parentId === null) return false;
      if (refusal(item.parentId, item.name, id) !== null) return false;
      item.isTrashed = false;
      record(item, 'changed', item.kind === 'folder');
      return true;
    },
    annotate(id) {
      const item = live(id);
      if (item !== null && item.parentId !== null) record(item, 'changed');
    },
  };
}

function entryOf(item: Item): RemoteEntry {
  const latest = item.versions.at(-1);
  const isTop = item.parentId === null;
  return {
    id: item.id,
    parentId: item.parentId,
    name: item.name,
    kind: item.kind,
    etag: isTop ? null : etag(String(item.changes)),
    sequenceId: isTop ? null : sequenceId(String(item.changes)),
    content: latest?.content ?? null,
    versionId: latest?.id ?? null,
    contentModifiedAtMs: item.modifiedAtMs,
    canUpload: true,
    canRename: true,
    canDelete: true,
    canDownload: true,
  };
}

export const digestOf = (bytes: Uint8Array): Sha1 => sha1(createHash('sha1').update(bytes).digest('hex'));
