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

/**
 * The ids of a node (`?`, twice) and everything below it. The search goes through folders only, by an index of their own, and their contents are read
 * once at its end: half the time of a search through all nodes.
 */
const subtreeOf = (table: string, id: string, parent: string, root: RootId): string =>
  `WITH RECURSIVE folder (id) AS (
    SELECT ? UNION SELECT node.${id} FROM folder CROSS JOIN ${table} AS node
      ON node.root_id = ${root} AND node.${parent} = folder.id AND node.kind = 'folder'
  ), below (id) AS (
    SELECT ? UNION ALL SELECT node.${id} FROM folder CROSS JOIN ${table} AS node
      ON node.root_id = ${root} AND node.${parent} = folder.id
  )`;

export function createSubtrees({ db }: Connection, root: RootId): Subtrees & SubtreeTotals {
  const localBelow = subtreeOf('local_node', 'id', 'parent_id', root);
  const remoteBelow = subtreeOf('remote_node', 'id', 'parent_id', root);
  const syncedBelow = subtreeOf('synced_node', 'local_id', 'parent_local_id', root);
  const local = db.prepare<[number, number], Totals>(
    `${localBelow} SELECT count(*) AS nodes, coalesce(sum(CASE kind WHEN 'file' THEN size_bytes END), 0) AS bytes
     FROM local_node WHERE root_id = ${root} AND id IN (SELECT id FROM below)`,
  );
  const synced = db.prepare<[number, number], Totals>(
    `${syncedBelow} SELECT count(*) AS nodes, coalesce(sum(size_bytes), 0) AS bytes
     FROM synced_node WHERE root_id = ${root} AND local_id IN (SELECT id FROM below)`,
  );
  const without = (other: string) =>
    db.prepare<[number, number, number], Linked>(
      `${syncedBelow} SELECT row.local_id, row.item_id FROM below CROSS JOIN synced_node AS row ON row.local_id = below.id
       LEFT JOIN ${other} WHERE row.local_id <> ? AND there.id IS NULL`,
    );
  const partnerless = {
    local: without('local_node AS there ON there.id = row.local_id'),
    remote: without(`remote_node AS there ON there.root_id = ${root} AND there.id = row.item_id`),
  };
  const alsoThere = db.prepare<[number, number], Linked>(
    `${localBelow} SELECT row.local_id, row.item_id FROM below CROSS JOIN synced_node AS row ON row.local_id = below.id
     CROSS JOIN remote_node AS there ON there.root_id = ${root} AND there.id = row.item_id`,
  );
  const toStay = db.prepare<[string, string, string], { id: string }>(
    `${remoteBelow} SELECT node.id FROM below CROSS JOIN remote_node AS node ON node.root_id = ${root} AND node.id = below.id
     LEFT JOIN synced_node AS row ON row.root_id = ${root} AND row.item_id = node.id
     LEFT JOIN local_node AS here ON here.id = row.local_id
     WHERE node.id <> ? AND (row.local_id IS NULL OR here.id IS NOT NULL
       OR (node.kind = 'file' AND (node.sha1 = row.sha1 AND node.size_bytes = row.size_bytes) IS NOT TRUE)) LIMIT 1`,
  );
  return {
    localTotals: (id) => local.get(id, id) ?? { nodes: 0, bytes: 0 },
    syncedTotalsBelow: (id) => synced.get(id, id) ?? { nodes: 0, bytes: 0 },
    rowsWithout: (side, top) => new Set(partnerless[side].all(top, top, top).map((row) => localId(row.local_id))),
    itemsAlsoThere: (top) =>
      alsoThere.all(top, top).map((row) => ({ localId: localId(row.local_id), itemId: itemId(row.item_id) })),
    itemToStay: (top) => {
      const found = toStay.get(top, top, top);
      return found === undefined ? undefined : itemId(found.id);
    },
  };
}
