import type { LocalId, RootId } from '../../model/ids.ts';
import type { Connection } from '../database/connection.ts';

/** Totals of a node and its subtree. */
export interface SubtreeTotals {
  /** For the local tree. */
  localTotals(id: LocalId): Totals;
  /** For the synced tree, including nodes that exist on neither side any longer. */
  syncedTotalsBelow(id: LocalId): Totals;
}

export type Totals = { readonly nodes: number; readonly bytes: number };

export function createSubtreeTotals({ db }: Connection, root: RootId): SubtreeTotals {
  const local = db.prepare<[number], Totals>(
    `WITH RECURSIVE below (id) AS (
       SELECT ? UNION SELECT node.id FROM below JOIN local_node AS node ON node.parent_id = below.id
     )
     SELECT count(*) AS nodes, coalesce(sum(CASE kind WHEN 'file' THEN size_bytes END), 0) AS bytes
     FROM local_node WHERE root_id = ${root} AND id IN (SELECT id FROM below)`,
  );
  const synced = db.prepare<[number], Totals>(
    `WITH RECURSIVE below (id) AS (
       SELECT ? UNION SELECT node.local_id FROM below JOIN synced_node AS node ON node.parent_local_id = below.id
     )
     SELECT count(*) AS nodes, coalesce(sum(size_bytes), 0) AS bytes
     FROM synced_node WHERE root_id = ${root} AND local_id IN (SELECT id FROM below)`,
  );
  return {
    localTotals: (id) => local.get(id) ?? { nodes: 0, bytes: 0 },
    syncedTotalsBelow: (id) => synced.get(id) ?? { nodes: 0, bytes: 0 },
  };
}
