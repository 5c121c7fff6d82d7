import { type ItemId, itemId, type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { HeldBatch, PlanSettings } from '../../model/plan/plan.ts';
import type { Connection } from '../database/connection.ts';

/** The guard's held batches, on which the user decides. Their nodes are in `BlockedTable`. */
export interface HeldTable {
  /** Gives each non-empty batch an id and deletes the ids of empty ones. */
  numberHeld(nowMs: number): void;
  /** Oldest first. */
  heldBatches(): readonly HeldRow[];
  /** The topmost held nodes of a batch, oldest first. */
  heldNodes(batch: Pick<HeldRow, 'what' | 'direction'>, limit: number, offset?: number): readonly HeldNode[];
  /** All held nodes: they stay held until the user decides, however few remain (SPEC P46). */
  held(): PlanSettings['held'];
}

export type HeldRow = {
  /** Never reused for another batch. */
  readonly id: number;
  readonly what: HeldBatch['what'];
  readonly direction: HeldBatch['direction'];
  /** Held items: files, and folders with all their contents. */
  readonly tops: number;
  readonly sinceMs: number;
};

export type HeldNode = { readonly localId: LocalId | null; readonly itemId: ItemId | null; readonly atMs: number };

type BatchRow = { id: number; what: HeldRow['what']; direction: HeldRow['direction']; since_ms: number; tops: number };
type NodeRow = { local_id: number | null; item_id: string | null; at_ms: number };

/** The step kind behind each batch. */
const OPERATIONS = {
  'deletes to-remote': 'trash-remote',
  'deletes to-local': 'trash-local',
  'rewrites to-remote': 'upload-version',
  'rewrites to-local': 'download-version',
} as const;

export function createHeldTable(connection: Connection, root: RootId): HeldTable {
  const { db } = connection;
  const of = `FROM blocked WHERE blocked.root_id = ${root} AND blocked.source = 'held' AND blocked.operation =`;
  const add = db.prepare<[string, string, number, string]>(
    `INSERT OR IGNORE INTO held_batch (root_id, what, direction, since_ms)
     SELECT ${root}, ?, ?, ? WHERE EXISTS (SELECT 1 ${of} ?)`,
  );
  const drop = db.prepare<[string, string, string]>(
    `DELETE FROM held_batch WHERE root_id = ${root} AND what = ? AND direction = ? AND NOT EXISTS (SELECT 1 ${of} ?)`,
  );
  const batches = db.prepare<[], Omit<BatchRow, 'tops'>>(
    `SELECT id, what, direction, since_ms FROM held_batch WHERE root_id = ${root} ORDER BY id`,
  );
  const tops = db.prepare<[string], { tops: number }>(`SELECT count(*) AS tops ${of} ?`);
  const nodes = db.prepare<[string, number, number], NodeRow>(
    `SELECT local_id, item_id, at_ms ${of} ? ORDER BY at_ms, node LIMIT ? OFFSET ?`,
  );
  const all = db.prepare<[], NodeRow>(
    `SELECT local_id, item_id, at_ms FROM blocked WHERE root_id = ${root} AND source = 'held' AND operation IS NOT NULL`,
  );
  return {
    numberHeld: (nowMs) =>
      connection.transaction(() => {
        for (const [name, operation] of Object.entries(OPERATIONS)) {
          const [what = '', direction = ''] = name.split(' ');
          drop.run(what, direction, operation);
          add.run(what, direction, nowMs, operation);
        }
      }),
    heldBatches: () =>
      batches.all().map(({ id, what, direction, since_ms: sinceMs }) => {
        const operation = OPERATIONS[`${what} ${direction}`];
        return { id, what, direction, sinceMs, tops: tops.get(operation)?.tops ?? 0 };
      }),
    heldNodes: ({ what, direction }, limit, offset = 0) =>
      nodes.all(OPERATIONS[`${what} ${direction}`], limit, offset).map((row) => ({
        localId: row.local_id === null ? null : localId(row.local_id),
        itemId: row.item_id === null ? null : itemId(row.item_id),
        atMs: row.at_ms,
      })),
    held: () => {
      const rows = all.all();
      return {
        localIds: new Set(rows.flatMap((row) => (row.local_id === null ? [] : [localId(row.local_id)]))),
        itemIds: new Set(rows.flatMap((row) => (row.item_id === null ? [] : [itemId(row.item_id)]))),
      };
    },
  };
}
