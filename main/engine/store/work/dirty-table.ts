import { type ItemId, itemId, type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { Dirty } from '../../model/tree.ts';
import type { Connection } from '../database/connection.ts';

/** The effect of a write on a node: it exists (again), or it is gone and may be a delete. */
export type Mark = 'there' | 'gone';

/** Nodes whose agreement must be checked. */
export interface DirtyTable {
  /** Mark for planning, even if a step for the node is in flight. */
  markDirtyLocal(id: LocalId): void;
  markDirtyItem(id: ItemId): void;
  /** Called by the tree tables with every change. */
  noteLocal(id: LocalId, mark: Mark): void;
  noteItem(id: ItemId, mark: Mark): void;
  /**
   * The nodes to plan now: the first `limit` marked ones, plus every node that left one side and may be a delete, so that the
   * guard sees all deletes at once.
   */
  dirty(limit: number): Dirty;
  /** At most `limit` dirty nodes, parked or not. */
  doubtful(limit: number): Dirty;
  /** Is either of the two dirty, parked or not? */
  isDirty(node: { readonly localId: LocalId | null; readonly itemId: ItemId | null }): boolean;
  /** Is there anything to plan now? */
  hasDirty(): boolean;
  /** Agreed: nothing left to do for them. */
  clean(nodes: Dirty): void;
  /** Like `clean`, but only for nodes not marked again since they were parked. */
  cleanParked(nodes: Dirty): void;
  /** A step for them is in flight or queued: they stay dirty but are not planned until marked again. */
  park(nodes: Dirty): void;
  /** Makes all parked nodes available for planning again. */
  unparkAll(): void;
  /** `open`: to be planned; `parked`: a step is in flight. If both are 0, the trees agree except for blocked nodes. */
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
