import { type ItemId, itemId, type LocalId, localId, type RootId } from '../model/ids.ts';
import type { Dirty } from '../model/tree.ts';
import type { Connection } from './connection.ts';

/** What a write to a tree did to a node: it is there (again), or it is gone and may be a delete. */
export type Mark = 'there' | 'gone';

/** The nodes whose agreement is in doubt. */
export interface DirtyTable {
  /** To be planned (again), also when a step about it is under way. */
  markDirtyLocal(id: LocalId): void;
  markDirtyItem(id: ItemId): void;
  /** For the tables of the trees, which call it with every change. */
  noteLocal(id: LocalId, mark: Mark): void;
  noteItem(id: ItemId, mark: Mark): void;
  /**
   * What is to be planned now: at most `limit` nodes that were marked first, and besides them every node that left
   * one side and so may be a delete, so that the guard sees all deletes at once.
   */
  dirty(limit: number): Dirty;
  /** At most `limit` nodes in doubt, planned already or not. */
  doubtful(limit: number): Dirty;
  /** Is one of the two in doubt, planned already or not? */
  isDirty(node: { readonly localId: LocalId | null; readonly itemId: ItemId | null }): boolean;
  /** Is there anything to be planned now? */
  hasDirty(): boolean;
  /** Agreed: nothing to do about them. */
  clean(nodes: Dirty): void;
  /** The same for those that nobody marked since they were parked. */
  cleanParked(nodes: Dirty): void;
  /** A step about them is under way or waits: they stay in doubt, and are not planned until they are marked again. */
  park(nodes: Dirty): void;
  /** Parked nodes are to be planned again, all of them. */
  unparkAll(): void;
  /** `open`: to be planned; `parked`: a step is under way. Both 0 = the trees agree, less what is blocked. */
  dirtyCount(): { readonly open: number; readonly parked: number };
}

type DirtyRow = { side: 'local' | 'remote'; node: number | string };

export function createDirtyTable(connection: Connection, root: RootId): DirtyTable {
  const sql = statements(connection, root);
  const each = (nodes: Dirty, change: (side: DirtyRow['side'], node: number | string) => void) =>
    connection.transaction(() => {
      for (const id of nodes.localIds) change('local', id);
      for (const id of nodes.itemIds) change('remote', id);
    });
  return {
    markDirtyLocal: (id) => {
      sql.mark.run('local', id);
    },
    markDirtyItem: (id) => {
      sql.mark.run('remote', id);
    },
    noteLocal: (id, mark) => {
      sql.note.run('local', id, mark === 'gone' ? 1 : 0);
    },
    noteItem: (id, mark) => {
      sql.note.run('remote', id, mark === 'gone' ? 1 : 0);
    },
    dirty: (limit) => toDirty([...sql.deletes.all(), ...sql.first.all(limit)]),
    doubtful: (limit) => toDirty(sql.all.all(limit)),
    isDirty: ({ localId: local, itemId: item }) =>
      (local !== null && sql.one.get('local', local) !== undefined) ||
      (item !== null && sql.one.get('remote', item) !== undefined),
    hasDirty: () => sql.any.get() !== undefined,
    clean: (nodes) => each(nodes, (side, node) => sql.clean.run(side, node)),
    cleanParked: (nodes) => each(nodes, (side, node) => sql.cleanParked.run(side, node)),
    park: (nodes) => each(nodes, (side, node) => sql.park.run(side, node)),
    unparkAll: () => {
      sql.unparkAll.run();
    },
    dirtyCount: () => sql.count.get() ?? { open: 0, parked: 0 },
  };
}

function statements({ db }: Connection, root: RootId) {
  return {
    mark: db.prepare<[string, number | string]>(
      `INSERT INTO dirty (root_id, side, node) VALUES (${root}, ?, ?)
       ON CONFLICT (root_id, side, node) DO UPDATE SET parked = 0 WHERE parked = 1`,
    ),
    note: db.prepare<[string, number | string, number]>(
      `INSERT INTO dirty (root_id, side, node, gone) VALUES (${root}, ?, ?, ?)
       ON CONFLICT (root_id, side, node) DO UPDATE SET parked = 0, gone = excluded.gone
       WHERE parked = 1 OR gone <> excluded.gone`,
    ),
    first: db.prepare<[number], DirtyRow>(
      `SELECT side, node FROM dirty WHERE root_id = ${root} AND parked = 0 ORDER BY mark LIMIT ?`,
    ),
    deletes: db.prepare<[], DirtyRow>(
      `SELECT side, node FROM dirty WHERE root_id = ${root} AND parked = 0 AND gone = 1 ORDER BY mark`,
    ),
    all: db.prepare<[number], DirtyRow>(`SELECT side, node FROM dirty WHERE root_id = ${root} LIMIT ?`),
    one: db.prepare<[string, number | string], DirtyRow>(
      `SELECT side, node FROM dirty WHERE root_id = ${root} AND side = ? AND node = ?`,
    ),
    any: db.prepare<[], DirtyRow>(`SELECT side, node FROM dirty WHERE root_id = ${root} AND parked = 0 LIMIT 1`),
    clean: db.prepare<[string, number | string]>(`DELETE FROM dirty WHERE root_id = ${root} AND side = ? AND node = ?`),
    cleanParked: db.prepare<[string, number | string]>(
      `DELETE FROM dirty WHERE root_id = ${root} AND side = ? AND node = ? AND parked = 1`,
    ),
    park: db.prepare<[string, number | string]>(
      `UPDATE dirty SET parked = 1 WHERE root_id = ${root} AND side = ? AND node = ?`,
    ),
    unparkAll: db.prepare<[]>(`UPDATE dirty SET parked = 0 WHERE root_id = ${root} AND parked = 1`),
    count: db.prepare<[], { open: number; parked: number }>(
      `SELECT count(*) FILTER (WHERE parked = 0) AS open, count(*) FILTER (WHERE parked = 1) AS parked
       FROM dirty WHERE root_id = ${root}`,
    ),
  };
}

function toDirty(rows: readonly DirtyRow[]): Dirty {
  const localIds = new Set<LocalId>();
  const itemIds = new Set<ItemId>();
  for (const { node } of rows) {
    if (typeof node === 'number') localIds.add(localId(node));
    else itemIds.add(itemId(node));
  }
  return { localIds: [...localIds], itemIds: [...itemIds] };
}
