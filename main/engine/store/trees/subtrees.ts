import { itemId, type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { Subtrees } from '../../model/tree.ts';
import type { Connection } from '../database/connection.ts';

/** Totals of a node and its subtree. */
export interface SubtreeTotals {
  /** For the local tree. */
  localTotals(id: LocalId): Totals;
  /** For the synced tree, including nodes that exist on neither side any longer. */
  syncedTotalsBelow(id: LocalId): Totals;
}

export type Totals = { readonly nodes: number; readonly bytes: number };

type Linked = { local_id: number; item_id: string };

export function createSubtrees({ db }: Connection, root: RootId): Subtrees & SubtreeTotals {
  const localBelow = `WITH RECURSIVE below (id) AS (
    SELECT ? UNION SELECT node.id FROM below JOIN local_node AS node ON node.parent_id = below.id
  )`;
  const remoteBelow = `WITH RECURSIVE below (id) AS (
    SELECT ? UNION SELECT node.id FROM below JOIN remote_node AS node ON node.root_id = ${root} AND node.parent_id = below.id
  )`;
  const syncedBelow = `WITH RECURSIVE below (id) AS (
    SELECT ? UNION SELECT node.local_id FROM below JOIN synced_node AS node ON node.parent_local_id = below.id
  )`;
  const local = db.prepare<[number], Totals>(
    `${localBelow} SELECT count(*) AS nodes, coalesce(sum(CASE kind WHEN 'file' THEN size_bytes END), 0) AS bytes
     FROM local_node WHERE root_id = ${root} AND id IN (SELECT id FROM below)`,
  );
  const synced = db.prepare<[number], Totals>(
    `${syncedBelow} SELECT count(*) AS nodes, coalesce(sum(size_bytes), 0) AS bytes
     FROM synced_node WHERE root_id = ${root} AND local_id IN (SELECT id FROM below)`,
  );
  const rows = `${syncedBelow} SELECT row.local_id, row.item_id FROM below CROSS JOIN synced_node AS row ON row.local_id = below.id
    WHERE row.local_id <> ? AND NOT EXISTS`;
  const without = {
    local: db.prepare<[number, number], Linked>(`${rows} (SELECT 1 FROM local_node WHERE id = row.local_id)`),
    remote: db.prepare<[number, number], Linked>(
      `${rows} (SELECT 1 FROM remote_node WHERE root_id = ${root} AND id = row.item_id)`,
    ),
  };
  const alsoThere = db.prepare<[number], Linked>(
    `${localBelow} SELECT row.local_id, row.item_id FROM below CROSS JOIN synced_node AS row ON row.local_id = below.id
     WHERE EXISTS (SELECT 1 FROM remote_node WHERE root_id = ${root} AND id = row.item_id)`,
  );
  const toStay = db.prepare<[string, string], { id: string }>(
    `${remoteBelow} SELECT node.id FROM below CROSS JOIN remote_node AS node ON node.root_id = ${root} AND node.id = below.id
     LEFT JOIN synced_node AS row ON row.root_id = ${root} AND row.item_id = node.id
     WHERE node.id <> ? AND (row.local_id IS NULL OR EXISTS (SELECT 1 FROM local_node WHERE id = row.local_id)
       OR (node.kind = 'file' AND (node.sha1 = row.sha1 AND node.size_bytes = row.size_bytes) IS NOT TRUE)) LIMIT 1`,
  );
  return {
    localTotals: (id) => local.get(id) ?? { nodes: 0, bytes: 0 },
    syncedTotalsBelow: (id) => synced.get(id) ?? { nodes: 0, bytes: 0 },
    rowsWithout: (side, top) => new Set(without[side].all(top, top).map((row) => localId(row.local_id))),
    itemsAlsoThere: (top) =>
      alsoThere.all(top).map((row) => ({ localId: localId(row.local_id), itemId: itemId(row.item_id) })),
    itemToStay: (top) => {
      const found = toStay.get(top, top);
      return found === undefined ? undefined : itemId(found.id);
    },
  };
}
