import { sep } from 'node:path';
import type { Kind } from '../../model/entry.ts';
import { type ItemId, itemId, type RootId, rootId } from '../../model/ids.ts';
import { rootTrash } from '../../model/names/state-folder.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER } from '../database/opaque-parameter.ts';
import type { CountedTime } from './counted-time.ts';

/** Items in the local trash. Their content is on disk; a row records where they came from. */
export interface TrashTable {
  add(trashed: NewTrashed): Trashed;
  /** The same for something found in the trash, unless its place is listed by now. */
  addFound(trashed: NewTrashed): void;
  /** Newest first; of one root, or of all. */
  list(limit: number, offset?: number, ofRoot?: RootId): readonly Trashed[];
  find(id: number): Trashed | undefined;
  /** The item at this absolute path. */
  at(place: string): Trashed | undefined;
  /** Is an item below this path? */
  isAround(place: string): boolean;
  /** The item most recently trashed under this id. */
  ofItem(id: ItemId): Trashed | undefined;
  remove(id: number): void;
  totals(ofRoot?: RootId): { readonly items: number; readonly bytes: number };
  /** The root is about to move to this path, with the trash in it. */
  moveRoot(id: RootId, to: string): void;
  /** Those kept longest first; only those after this one. */
  oldest(limit: number, after?: Trashed): readonly Trashed[];
}

export type Trashed = {
  readonly id: number;
  readonly rootId: RootId;
  /** Absolute path of the root's folder it was synced in. */
  readonly rootPath: string;
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Its absolute path in the trash. */
  readonly place: string;
  readonly itemKind: Kind;
  readonly itemId: ItemId | null;
  readonly nodes: number;
  readonly bytes: number;
  readonly atMs: number;
  /** Its `atMs` in counted time (`counted-time.ts`), which decides how long it is kept. */
  readonly countedMs: number;
};

export type NewTrashed = Omit<Trashed, 'id' | 'countedMs'>;

type TrashRow = {
  id: number;
  root_id: number;
  root_path: string;
  path: string;
  place: string;
  item_kind: Kind;
  item_id: string | null;
  nodes: number;
  bytes: number;
  at_ms: number;
  counted_ms: number;
};

const COLUMNS = 'root_id, root_path, path, place, item_kind, item_id, nodes, bytes, at_ms, counted_ms';

/** Null: of all roots. */
const OF_ROOT = 'root_id = coalesce(?, root_id)';

export function createTrashTable({ db }: Connection, counted: CountedTime): TrashTable {
  const select = `SELECT id, ${COLUMNS} FROM local_trash`;
  const add = db.prepare<TrashValues, TrashRow>(
    `INSERT OR REPLACE INTO local_trash (${COLUMNS}) VALUES (${Array(10).fill('?').join(', ')}) RETURNING id, ${COLUMNS}`,
  );
  const addFound = db.prepare<TrashValues>(
    `INSERT OR IGNORE INTO local_trash (${COLUMNS}) VALUES (${Array(10).fill('?').join(', ')})`,
  );
  const list = db.prepare<[number | null, number, number], TrashRow>(
    `${select} WHERE ${OF_ROOT} ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const oldest = db.prepare<[number, number, number, number], TrashRow>(
    `${select} WHERE (counted_ms, at_ms, id) > (?, ?, ?) ORDER BY counted_ms, at_ms, id LIMIT ${INTEGER}`,
  );
  const one = db.prepare<[number], TrashRow>(`${select} WHERE id = ?`);
  const at = db.prepare<[string], TrashRow>(`${select} WHERE place = ?`);
  const around = db.prepare<[string, string], { id: number }>(
    'SELECT id FROM local_trash WHERE place > ? AND place < ? LIMIT 1',
  );
  const ofItem = db.prepare<[string], TrashRow>(`${select} WHERE item_id = ? ORDER BY id DESC LIMIT 1`);
  const remove = db.prepare<[number]>('DELETE FROM local_trash WHERE id = ?');
  const totals = db.prepare<[number | null], { items: number; bytes: number }>(
    `SELECT count(*) AS items, coalesce(sum(bytes), 0) AS bytes FROM local_trash WHERE ${OF_ROOT}`,
  );
  return {
    add: (trashed) => {
      const row = add.get(...toValues(trashed), counted.at(trashed.atMs));
      if (row === undefined) throw new Error('the store answered nothing to an insert');
      return toTrashed(row);
    },
    addFound: (trashed) => {
      addFound.run(...toValues(trashed), counted.at(trashed.atMs));
    },
    list: (limit, offset = 0, ofRoot) => list.all(ofRoot ?? null, limit, offset).map(toTrashed),
    // No item has been kept since before the counted time began.
    oldest: (limit, after) =>
      oldest.all(after?.countedMs ?? -1, after?.atMs ?? 0, after?.id ?? 0, limit).map(toTrashed),
    find: (id) => optional(one.get(id)),
    at: (place) => optional(at.get(place)),
    // Every path below it begins with this, and no character comes after the last one.
    isAround: (place) => around.get(place + sep, `${place}${sep}\u{10ffff}`) !== undefined,
    ofItem: (id) => optional(ofItem.get(id)),
    remove: (id) => {
      remove.run(id);
    },
    moveRoot: placesMover(db),
    totals: (ofRoot) => totals.get(ofRoot ?? null) ?? { items: 0, bytes: 0 },
  };
}

/** Undo finds an item by the place that the journal names, and a removal under way by the one in its intent. */
function placesMover(db: Connection['db']): TrashTable['moveRoot'] {
  const before = db.prepare<[number], { local_path: string }>('SELECT local_path FROM sync_root WHERE id = ?');
  const rows = db.prepare<{ from: string; to: string }>(
    `UPDATE local_trash SET place = @to || substr(place, length(@from) + 1) WHERE substr(place, 1, length(@from)) = @from`,
  );
  const texts = (['journal.before', 'intent.expected'] as const).map((text) => {
    const [table, column] = text.split('.');
    return db.prepare<{ from: string; to: string }>(
      `UPDATE ${table} SET ${column} = replace(${column}, @from, @to) WHERE instr(${column}, @from) > 0`,
    );
  });
  return (id, path) => {
    const known = before.get(id);
    if (known === undefined) return;
    const [from, to] = [rootTrash(known.local_path) + sep, rootTrash(path) + sep];
    rows.run({ from, to });
    // A place is a value of its own or one of several lines in it; what only ends in such a path is in another root.
    for (const start of [':"', '\\n'])
      for (const text of texts) text.run({ from: start + inJson(from), to: start + inJson(to) });
  };
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const optional = (row: TrashRow | undefined): Trashed | undefined => (row === undefined ? undefined : toTrashed(row));

const toTrashed = (row: TrashRow): Trashed => ({
  id: row.id,
  rootId: rootId(row.root_id),
  rootPath: row.root_path,
  path: row.path,
  place: row.place,
  itemKind: row.item_kind,
  itemId: row.item_id === null ? null : itemId(row.item_id),
  nodes: row.nodes,
  bytes: row.bytes,
  atMs: row.at_ms,
  countedMs: row.counted_ms,
});

type TrashValues = [...known: KnownValues, countedMs: number];
type KnownValues = [
  ...place: [rootId: number, rootPath: string, path: string, place: string],
  ...item: [itemKind: string, itemId: string | null, nodes: number, bytes: number, atMs: number],
];

const toValues = (trashed: NewTrashed): KnownValues => [
  trashed.rootId,
  trashed.rootPath,
  trashed.path,
  trashed.place,
  trashed.itemKind,
  trashed.itemId,
  trashed.nodes,
  trashed.bytes,
  trashed.atMs,
];
