import { type Content, type Kind, sameContent } from '../../../../main/engine/model/entry.ts';
import { type ItemId, itemId, sha1, type VersionId, versionId } from '../../../../main/engine/model/ids.ts';
import type { MemoryBlobs } from './memory-blobs.ts';
import type { MemoryDatabase } from './memory-database.ts';

export type Version = { readonly id: VersionId; readonly bytes: Uint8Array; readonly content: Content };

/** A file or folder in its current state on the service. */
export type Item = {
  readonly id: ItemId;
  readonly kind: Kind;
  readonly parentId: ItemId | null;
  readonly name: string;
  readonly etag: string;
  /** Trashed itself, not through a folder above it. */
  readonly isTrashed: boolean;
  /** Oldest first; the last one is current. */
  readonly versions: readonly Version[];
};

export type ServiceEvent = {
  readonly position: number;
  readonly type: string;
  readonly kind: 'changed' | 'removed';
  readonly entry: { readonly id: ItemId; readonly name: string; readonly etag: string };
};

/** The service's contents, read directly: for people choosing among the items they see, and for the checks of a run. */
export type ServiceTruth = {
  readonly items: ReadonlyMap<ItemId, Item>;
  /** All item events since the run began, including those that the service has dropped. */
  readonly events: readonly ServiceEvent[];
  /** Items that went to the trash since the run began, also with a folder, and even if they are live again. */
  readonly removed: ReadonlySet<ItemId>;
  /** Null unless the item and all folders above it are live. */
  live(id: ItemId): Item | null;
  /** Direct children that are not in the trash. */
  children(id: ItemId): readonly Item[];
};

type ItemRow = {
  readonly id: number;
  readonly kind: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly etag: number;
  readonly trashed_at: number | null;
};
type VersionRow = {
  readonly id: number;
  readonly file_id: number;
  readonly blob_id: string;
  readonly sha1: string;
  readonly size: number;
};
type EventRow = { readonly position: number; readonly event_type: string; readonly source: string };
/** Written by the service itself, so nothing is parsed: this runs after every commit. */
type EventSource =
  | { readonly kind: 'item'; readonly item: { readonly id: string; readonly name: string; readonly etag: number } }
  | { readonly kind: 'user' };

export function openTruth(database: MemoryDatabase, blobs: MemoryBlobs): ServiceTruth {
  let statements = prepare(database);
  let [seen, items] = [-1, new Map<ItemId, Item>()];
  const events: ServiceEvent[] = [];
  const removed = new Set<ItemId>();
  let lastPosition = 0;

  const readItems = (): Map<ItemId, Item> => {
    const versions = new Map<number, Version[]>();
    for (const row of statements.versions.all()) {
      const content = { sha1: sha1(row.sha1), sizeBytes: row.size };
      const version = {
        id: versionId(String(row.id)),
        bytes: blobs.contents.get(row.blob_id) ?? new Uint8Array(),
        content,
      };
      const known = versions.get(row.file_id);
      if (known === undefined) versions.set(row.file_id, [version]);
      else known.push(version);
    }
    const rows = statements.items.all();
    return new Map(
      rows.map((row) => [
        itemId(String(row.id)),
        {
          id: itemId(String(row.id)),
          kind: row.kind === 0 ? 'folder' : 'file',
          parentId: row.parent_id === null ? null : itemId(String(row.parent_id)),
          name: row.name,
          etag: String(row.etag),
          isTrashed: row.trashed_at !== null,
          versions: versions.get(row.id) ?? [],
        },
      ]),
    );
  };
  const readEvents = (): void => {
    for (const row of statements.events.all(lastPosition)) {
      lastPosition = row.position;
      const source: EventSource = JSON.parse(row.source);
      if (source.kind !== 'item') continue;
      const { id, name, etag } = source.item;
      events.push({
        position: row.position,
        type: row.event_type,
        kind: row.event_type === 'ITEM_TRASH' ? 'removed' : 'changed',
        entry: { id: itemId(id), name, etag: String(etag) },
      });
      if (row.event_type === 'ITEM_TRASH') noteRemoved(itemId(id));
    }
  };
  /** The items were read right after the commit: what is in the folder went with it. */
  const noteRemoved = (top: ItemId): void => {
    removed.add(top);
    for (const { id, parentId } of items.values()) if (parentId === top) noteRemoved(id);
  };
  const look = (): void => {
    if (seen === database.commits()) return;
    seen = database.commits();
    // After a set-back, the service continues from an earlier position.
    if (statements.connection !== database.connection) {
      statements = prepare(database);
      lastPosition = lastPositionOf(database);
    }
    items = readItems();
    readEvents();
  };
  const live = (id: ItemId): Item | null => {
    look();
    for (let at = items.get(id); at !== undefined; at = at.parentId === null ? undefined : items.get(at.parentId)) {
      if (at.isTrashed) return null;
      if (at.parentId === null) return items.get(id) ?? null;
    }
    return null;
  };
  return {
    get items() {
      look();
      return items;
    },
    get removed() {
      look();
      return removed;
    },
    get events() {
      look();
      return events;
    },
    live,
    children: (id) => {
      look();
      return [...items.values()].filter((item) => item.parentId === id && !item.isTrashed);
    },
  };
}

function prepare({ connection, statement }: MemoryDatabase) {
  return {
    connection,
    items: statement<[], ItemRow>(
      'select id, kind, parent_id, name, etag, trashed_at from item where kind < 2 order by id',
    ),
    versions: statement<[], VersionRow>(
      'select id, file_id, blob_id, sha1, size from file_version order by file_id, number',
    ),
    events: statement<[number], EventRow>(
      'select number as position, event_type, source from event where number > ? order by number',
    ),
  };
}

const lastPositionOf = ({ connection }: MemoryDatabase): number =>
  connection.prepare<[], { position: number | null }>('select max(number) as position from event').get()?.position ?? 0;

/** Files whose version changed since `before`: the current version with the previous one. */
export function replacedSince(
  before: ReadonlyMap<ItemId, Item>,
  after: ReadonlyMap<ItemId, Item>,
): readonly { readonly id: ItemId; readonly replaced: Content }[] {
  return [...after.values()].flatMap((item) => {
    const [was, is] = [before.get(item.id)?.versions.at(-1), item.versions.at(-1)];
    if (was === undefined || is === undefined || was.id === is.id || sameContent(was.content, is.content)) return [];
    return [{ id: item.id, replaced: was.content }];
  });
}

/** New items, live or not. */
export const madeSince = (before: ReadonlyMap<ItemId, Item>, after: ReadonlyMap<ItemId, Item>): readonly ItemId[] =>
  [...after.keys()].filter((id) => !before.has(id));
