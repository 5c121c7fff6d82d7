import { type ItemId, itemId, type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import type { Connection } from '../database/connection.ts';

/** Deletes and rewrites released by the user: they pass the guard once. */
export interface ReleasedTable {
  release(node: Ref): void;
  /** Done: the guard applies to it again. */
  clearReleased(node: Ref): void;
  released(): PlanSettings['released'];
}

type Ref = { readonly localId: LocalId | null; readonly itemId: ItemId | null };

export function createReleasedTable(connection: Connection, root: RootId): ReleasedTable {
  const { db } = connection;
  const put = db.prepare<[string, number | string]>(
    `INSERT OR IGNORE INTO released (root_id, side, node) VALUES (${root}, ?, ?)`,
  );
  const remove = db.prepare<[string, number | string]>(
    `DELETE FROM released WHERE root_id = ${root} AND side = ? AND node = ?`,
  );
  const all = db.prepare<[], { node: number | string }>(`SELECT node FROM released WHERE root_id = ${root}`);
  const each = (node: Ref, change: typeof put) =>
    connection.transaction(() => {
      if (node.localId !== null) change.run('local', node.localId);
      if (node.itemId !== null) change.run('remote', node.itemId);
    });
  return {
    release: (node) => each(node, put),
    clearReleased: (node) => each(node, remove),
    released: () => {
      const nodes = all.all().map((row) => row.node);
      return {
        localIds: new Set(nodes.filter((node) => typeof node === 'number').map(localId)),
        itemIds: new Set(nodes.filter((node) => typeof node === 'string').map(itemId)),
      };
    },
  };
}
