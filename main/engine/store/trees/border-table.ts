import { type FileIdentity, type ItemId, itemId, type LocalId, localId, type RootId, rootId } from '../../model/ids.ts';
import type { Connection } from '../database/connection.ts';

/** Moves between the roots of an account (SPEC P63): queries across all roots. */
export interface BorderTable {
  /** Synced rows of other roots with this file identity. */
  agreedElsewhere(root: RootId, identity: FileIdentity): readonly AgreedElsewhere[];
  /** Does another root show on disk, without an item of its own, anything that was agreed on at or below this node? */
  showsElsewhere(root: RootId, node: LocalId): boolean;
}

export type AgreedElsewhere = { readonly rootId: RootId; readonly localId: LocalId; readonly itemId: ItemId };

export function createBorderTable({ db }: Connection): BorderTable {
  const agreed = db.prepare<[string, number], { root_id: number; local_id: number; item_id: string }>(
    'SELECT root_id, local_id, item_id FROM synced_node WHERE identity = ? AND root_id <> ? ORDER BY root_id, local_id',
  );
  const shown = db.prepare<[number, number], { found: number }>(
    `WITH RECURSIVE below (id, identity) AS (
       SELECT local_id, identity FROM synced_node WHERE local_id = ?
       UNION ALL SELECT node.local_id, node.identity FROM below JOIN synced_node AS node ON node.parent_local_id = below.id
     )
     SELECT 1 AS found FROM below
     JOIN sync_root AS own ON own.id = ?
     JOIN sync_root AS other ON other.id <> own.id AND other.account = own.account
     JOIN local_node AS node ON node.root_id = other.id AND node.identity = below.identity
     WHERE NOT EXISTS (SELECT 1 FROM synced_node AS row
         JOIN remote_node AS there ON there.root_id = row.root_id AND there.id = row.item_id
         WHERE row.local_id = node.id)
       AND node.missing_at IS NULL
     LIMIT 1`,
  );
  return {
    agreedElsewhere: (root, identity) =>
      agreed.all(identity, root).map((row) => ({
        rootId: rootId(row.root_id),
        localId: localId(row.local_id),
        itemId: itemId(row.item_id),
      })),
    showsElsewhere: (root, node) => shown.get(node, root) !== undefined,
  };
}
