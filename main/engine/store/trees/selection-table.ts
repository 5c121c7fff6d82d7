import type { SyncState } from '../../model/entry.ts';
import { type ItemId, itemId, type LocalId, type RootId } from '../../model/ids.ts';
import type { Trees } from '../../model/tree.ts';
import type { Connection } from '../database/connection.ts';
import { TEXT } from '../database/opaque-parameter.ts';
import { MARK } from '../work/marks.ts';

/**
 * Selective sync (SPEC P65). The state of a user's own folder is stored on the service and applies to all their devices. The
 * state of another user's folder is stored here, because on the service it would apply to its owner.
 */
export interface SelectionTable {
  /** The effective state of this folder on this device. */
  syncStateOf(id: ItemId): SyncState;
  /** Sets the choice for this device only and marks affected nodes. Null: the service's state applies again. */
  setOwnChoice(id: ItemId, state: SyncState | null): void;
  /** All folders in this subtree, including the top, that are not `synced`, unordered. */
  unsyncedFolders(below: ItemId): readonly ItemId[];
  /** Marks all unsynced items, or those in the subtree of `top`, because the exclusion has changed. */
  markUnsynced(top?: ItemId): void;
  /** Marks local nodes without a synced row beside an excluded folder at or below this one, whose place or state may change now. */
  markBeside(folder: ItemId): void;
  /** Marks folders inside this one that were left alone while it was not agreed on (SPEC P68). */
  markLeftAlone(folder: LocalId): void;
  /** Number and size of remote files below a folder. */
  remoteTotals(folder: ItemId): { readonly files: number; readonly bytes: number };
  /** Like `remoteTotals`, without excluded folders; the folder itself counts as selected. */
  chosenTotals(folder: ItemId): { readonly files: number; readonly bytes: number };
}

type Selecting = SelectionTable & Pick<Trees, 'isExcluded' | 'isOwn'>;

/** `user`: the id of the account's user; if empty, everything counts as their own. `opened`: called when nodes are opened. */
export function createSelectionTable(
  connection: Connection,
  root: RootId,
  user: string,
  opened: () => void,
): Selecting {
  const sql = { ...statements(connection, root), ...marksHere(connection, root) };
  const chosenTotals = chosenTotalsOf(connection, root);
  const markBeside = (folder: ItemId): void => {
    if (sql.any.get() !== undefined) sql.markBeside.run(folder, user, user);
  };
  return {
    isExcluded: (id) => sql.any.get() !== undefined && sql.excluded.get(id, user, user) !== undefined,
    syncStateOf: (id) => sql.state.get(user, user, id)?.state ?? 'synced',
    isOwn: (id) => {
      const owner = sql.owner.get(id)?.owner_id ?? null;
      return owner === null || user === '' || owner === user;
    },
    setOwnChoice: (id, state) =>
      connection.transaction(() => {
        opened();
        markBeside(id);
        if (state === null) sql.drop.run(id);
        else sql.put.run(id, state);
        sql.markBelow.run(id);
        sql.markOne.run(id);
      }),
    unsyncedFolders: (below) => sql.unsynced.all(below, user, user).map((row) => itemId(row.id)),
    markUnsynced: (top) => {
      opened();
      if (top === undefined) sql.markUnsynced.run();
      else sql.markBelow.run(top);
    },
    markBeside,
    markLeftAlone: (folder) => {
      sql.markLeftAlone.run(folder);
    },
    remoteTotals: (folder) => sql.totals.get(folder) ?? { files: 0, bytes: 0 },
    chosenTotals: (folder) =>
      (sql.any.get() === undefined ? sql.totals.get(folder) : chosenTotals.get(folder, user, user)) ?? {
        files: 0,
        bytes: 0,
      },
  };
}

/** The effective state: the local choice, otherwise the service's state for the user's own folders. */
const STATE = `coalesce(chosen.state,
  CASE WHEN node.owner_id IS NULL OR ${TEXT} = '' OR node.owner_id = ${TEXT} THEN node.sync_state END, 'synced')`;

function partsOf(root: RootId) {
  const below = `WITH RECURSIVE below (id) AS (
    SELECT ? UNION SELECT node.id FROM below JOIN remote_node AS node ON node.root_id = ${root} AND node.parent_id = below.id
  )`;
  const chosen = `LEFT JOIN selection AS chosen ON chosen.root_id = ${root} AND chosen.item_id = node.id`;
  return { below, chosen, mark: MARK.nodes, again: MARK.open };
}

function statements({ db }: Connection, root: RootId) {
  const { below, chosen, mark, again } = partsOf(root);
  return {
    any: db.prepare<[], { one: number }>(
      `SELECT 1 AS one WHERE EXISTS (SELECT 1 FROM remote_node WHERE root_id = ${root} AND sync_state = 'not_synced')
         OR EXISTS (SELECT 1 FROM selection WHERE root_id = ${root})`,
    ),
    excluded: db.prepare<[string, string, string], { one: number }>(
      `WITH RECURSIVE up (id, parent_id) AS (
         SELECT id, parent_id FROM remote_node WHERE root_id = ${root} AND id = ?
         UNION SELECT node.id, node.parent_id FROM up JOIN remote_node AS node
           ON node.root_id = ${root} AND node.id = up.parent_id
       )
       SELECT 1 AS one FROM up JOIN remote_node AS node ON node.root_id = ${root} AND node.id = up.id ${chosen}
       WHERE node.kind = 'folder' AND node.parent_id IS NOT NULL AND ${STATE} = 'not_synced' LIMIT 1`,
    ),
    state: db.prepare<[string, string, string], { state: SyncState }>(
      `SELECT ${STATE} AS state FROM remote_node AS node ${chosen} WHERE node.root_id = ${root} AND node.id = ${TEXT}`,
    ),
    owner: db.prepare<[string], { owner_id: string | null }>(
      `SELECT owner_id FROM remote_node WHERE root_id = ${root} AND id = ?`,
    ),
    put: db.prepare<[string, string]>(
      `INSERT OR REPLACE INTO selection (item_id, state, root_id) VALUES (?, ?, ${root})`,
    ),
    drop: db.prepare<[string]>(`DELETE FROM selection WHERE root_id = ${root} AND item_id = ?`),
    unsynced: db.prepare<[string, string, string], { id: string }>(
      `${below} SELECT node.id FROM below JOIN remote_node AS node ON node.root_id = ${root} AND node.id = below.id ${chosen}
       WHERE node.kind = 'folder' AND node.parent_id IS NOT NULL AND ${STATE} <> 'synced'`,
    ),
    totals: db.prepare<[string], { files: number; bytes: number }>(
      `${below} SELECT count(*) AS files, coalesce(sum(node.size_bytes), 0) AS bytes
       FROM below JOIN remote_node AS node ON node.root_id = ${root} AND node.id = below.id WHERE node.kind = 'file'`,
    ),
    // Only unsynced items can be new to this device; synced ones follow the topmost folder.
    markBelow: db.prepare<[string]>(
      `${mark} ${below} SELECT ${root}, 'remote', node.id FROM below
       JOIN remote_node AS node ON node.root_id = ${root} AND node.id = below.id
       LEFT JOIN synced_node AS row ON row.root_id = ${root} AND row.item_id = node.id
       WHERE row.local_id IS NULL ${again}`,
    ),
    markOne: db.prepare<[string]>(`${mark} SELECT ${root}, 'remote', ? WHERE true ${again}`),
    markUnsynced: db.prepare<[]>(
      `${mark} SELECT ${root}, 'remote', node.id FROM remote_node AS node
       LEFT JOIN synced_node AS row ON row.root_id = ${root} AND row.item_id = node.id
       WHERE node.root_id = ${root} AND row.local_id IS NULL ${again}`,
    ),
  };
}

/** Local nodes without a synced row at the present or former place of an excluded folder. */
function marksHere({ db }: Connection, root: RootId) {
  const { below, chosen, mark, again } = partsOf(root);
  return {
    markBeside: db.prepare<[string, string, string]>(
      `${mark} ${below} SELECT ${root}, 'local', here.id FROM below
       JOIN remote_node AS node ON node.root_id = ${root} AND node.id = below.id ${chosen}
       JOIN synced_node AS folder ON folder.root_id = ${root} AND folder.item_id = node.parent_id
       JOIN local_node AS here ON here.root_id = ${root} AND here.parent_id = folder.local_id
       LEFT JOIN synced_node AS row ON row.root_id = ${root} AND row.local_id = here.id
       WHERE node.kind = 'folder' AND ${STATE} = 'not_synced' AND row.local_id IS NULL ${again}`,
    ),
    markLeftAlone: db.prepare<[number]>(
      `${mark} SELECT ${root}, 'local', here.id FROM local_node AS here
       LEFT JOIN synced_node AS row ON row.root_id = ${root} AND row.local_id = here.id
       WHERE here.root_id = ${root} AND here.parent_id = ? AND here.kind = 'folder' AND row.local_id IS NULL
       ON CONFLICT (root_id, side, node) DO NOTHING`,
    ),
  };
}

/** The contents of a folder, without excluded folders. */
function chosenTotalsOf({ db }: Connection, root: RootId) {
  return db.prepare<[string, string, string], { files: number; bytes: number }>(
    `WITH RECURSIVE below (id) AS (
       SELECT ? UNION SELECT node.id FROM below
         JOIN remote_node AS node ON node.root_id = ${root} AND node.parent_id = below.id
         LEFT JOIN selection AS chosen ON chosen.root_id = ${root} AND chosen.item_id = node.id
         WHERE node.kind <> 'folder' OR ${STATE} <> 'not_synced'
     )
     SELECT count(*) AS files, coalesce(sum(node.size_bytes), 0) AS bytes
     FROM below JOIN remote_node AS node ON node.root_id = ${root} AND node.id = below.id WHERE node.kind = 'file'`,
  );
}
