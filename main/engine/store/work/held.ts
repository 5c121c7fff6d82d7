import { type ItemId, itemId, type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { HeldBatch, PlanSettings } from '../../model/plan/plan.ts';
import type { StepKind } from '../../model/plan/step.ts';
import type { Connection } from '../database/connection.ts';
import type { Ref } from './marks.ts';
import { refOf } from './reasons.ts';

/**
 * Nodes held by the guard, in batches on which the user decides, and nodes that the user has released. Only the node in danger is held: the
 * file that would be deleted or replaced here, or the item there. It stays held until it is in agreement, released or let go, whatever
 * becomes of the reason why it waits (SPEC P46).
 */
export interface HeldNodes {
  hold(node: Ref, kind: StepKind, atMs: number): void;
  /** Is the node in danger from this kind of step held? */
  isHeld(node: Ref, kind: StepKind): boolean;
  /** Stops holding both nodes. */
  letGo(node: Ref): void;
  /** Oldest first. */
  heldBatches(): readonly HeldRow[];
  /** The topmost held nodes of a batch with what they were agreed on with, oldest first; all of them without a limit. */
  heldNodes(batch: HeldKind, limit?: number, offset?: number): readonly HeldNode[];
  /** Files and folders of a batch, with everything in its folders. */
  heldTotals(batch: HeldKind): { readonly items: number; readonly bytes: number };
  /** The topmost held folders of a batch, and the folders that contain its topmost held files. */
  heldFolders(batch: HeldKind): readonly LocalId[];
  /** All held nodes: they stay held until the user decides, however few remain (SPEC P46). */
  held(): PlanSettings['held'];
  /** The node is to be planned, and passes the guard once. */
  release(node: Ref): void;
  isReleased(node: Ref): boolean;
  /** Done: the guard applies to it again. */
  clearReleased(node: Ref): void;
  released(): PlanSettings['released'];
}

export type HeldRow = {
  /** Never reused for another batch. */
  readonly id: number;
  readonly what: HeldBatch['what'];
  readonly direction: HeldBatch['direction'];
  /** Held items: files, and folders with all their contents. */
  readonly tops: number;
  readonly sinceMs: number;
  /** The node in danger that has been held the longest. */
  readonly oldest: Ref;
};

export type HeldKind = Pick<HeldRow, 'what' | 'direction'>;

export type HeldNode = Ref & { readonly atMs: number };

type NodeRow = { local_id: number | null; item_id: string | null; at_ms: number };
type BatchRow = {
  batch: number;
  held_kind: StepKind;
  tops: number;
  since_ms: number;
  node: number | string;
};

/** The batch that a held step belongs to. */
export function batchOf(kind: StepKind): HeldKind {
  const isToRemote = kind === 'trash-remote' || kind === 'upload-version';
  return { what: kind.startsWith('trash-') ? 'deletes' : 'rewrites', direction: isToRemote ? 'to-remote' : 'to-local' };
}

/** The step kind behind each batch. */
export const HELD_STEP = {
  'deletes to-remote': 'trash-remote',
  'deletes to-local': 'trash-local',
  'rewrites to-remote': 'upload-version',
  'rewrites to-local': 'download-version',
} as const;

/** The node that a step of this kind would delete or replace. */
function inDanger(
  kind: StepKind,
  { localId: local, itemId: item }: Ref,
): readonly ['local' | 'remote', number | string] | null {
  if (batchOf(kind).direction === 'to-local') return local === null ? null : ['local', local];
  return item === null ? null : ['remote', item];
}

type Parts = {
  /** A number that no batch of any root ever had. */
  readonly newBatch: () => number;
  readonly opened: () => void;
};

export function createHeldNodes(connection: Connection, root: RootId, { newBatch, opened }: Parts): HeldNodes {
  const { transaction } = connection;
  const { batches, batch, page, totals, folders, all, one, hold, letGo, release, clear, released, passes } = statements(
    connection,
    root,
  );
  const each = (node: Ref, change: typeof clear) =>
    transaction(() => {
      if (node.localId !== null) change.run('local', node.localId);
      if (node.itemId !== null) change.run('remote', node.itemId);
    });
  return {
    hold: (node, kind, atMs) => {
      const danger = inDanger(kind, node);
      if (danger === null) return;
      transaction(() => hold.run(...danger, batch.get(kind)?.batch ?? newBatch(), kind, atMs));
    },
    isHeld: (node, kind) => {
      const danger = inDanger(kind, node);
      return danger !== null && one.get(...danger, kind) !== undefined;
    },
    letGo: (node) => each(node, letGo),
    heldBatches: () =>
      batches.all().map((row) => ({
        id: row.batch,
        ...batchOf(row.held_kind),
        tops: row.tops,
        sinceMs: row.since_ms,
        oldest: refOf({ node: row.node, item_id: null }),
      })),
    heldNodes: ({ what, direction }, limit = -1, offset = 0) =>
      page.all(HELD_STEP[`${what} ${direction}`], limit, offset).map((row) => ({ ...pairOf(row), atMs: row.at_ms })),
    heldTotals: ({ what, direction }) => totals.get(HELD_STEP[`${what} ${direction}`]) ?? { items: 0, bytes: 0 },
    heldFolders: ({ what, direction }) =>
      folders.all(HELD_STEP[`${what} ${direction}`]).map(({ folder }) => localId(folder)),
    held: () => idsOf(all.all().map(pairOf)),
    release: (node) => {
      opened();
      each(node, release);
    },
    isReleased: ({ localId: local, itemId: item }) =>
      (local !== null && passes.get('local', local) !== undefined) ||
      (item !== null && passes.get('remote', item) !== undefined),
    clearReleased: (node) => each(node, clear),
    released: () => idsOf(released.all().map(({ node }) => refOf({ node, item_id: null }))),
  };
}

function statements({ db }: Connection, root: RootId) {
  const held = `root_id = ${root} AND batch IS NOT NULL`;
  // `node` is that of the row with the minimum (SQLite, "Bare columns in an aggregate query").
  const batches = db.prepare<[], BatchRow>(
    `SELECT batch, held_kind, count(*) AS tops, min(held_at_ms) AS since_ms, node FROM work WHERE ${held}
     GROUP BY batch, held_kind ORDER BY batch`,
  );
  // Held steps of one kind are one batch, with one number as long as anything of it is held.
  const batch = db.prepare<[string], { batch: number }>(
    `SELECT batch FROM work WHERE ${held} AND held_kind = ? LIMIT 1`,
  );
  const pairs = `SELECT CASE side WHEN 'local' THEN node ELSE there.local_id END AS local_id,
       CASE side WHEN 'remote' THEN node ELSE here.item_id END AS item_id, held_at_ms AS at_ms
     FROM (SELECT * FROM work WHERE ${held})
     LEFT JOIN synced_node AS here ON side = 'local' AND here.local_id = node
     LEFT JOIN synced_node AS there ON side = 'remote' AND there.root_id = ${root} AND there.item_id = node`;
  const page = db.prepare<[string, number, number], NodeRow>(
    `${pairs} WHERE held_kind = ? ORDER BY held_at_ms, side, node LIMIT ? OFFSET ?`,
  );
  // A node without a row of its own counts, too: `local_id` of an item that is only on the service is null.
  const totals = db.prepare<[string], { items: number; bytes: number }>(
    `WITH RECURSIVE top (id) AS (SELECT local_id FROM (${pairs} WHERE held_kind = ?)),
       below (id, kind, size_bytes) AS (
         SELECT top.id, node.kind, node.size_bytes FROM top LEFT JOIN synced_node AS node ON node.local_id = top.id
         UNION ALL SELECT node.local_id, node.kind, node.size_bytes FROM below CROSS JOIN synced_node AS node
           ON node.root_id = ${root} AND node.parent_local_id = below.id WHERE below.kind = 'folder'
       )
     SELECT count(*) AS items, coalesce(sum(size_bytes), 0) AS bytes FROM below`,
  );
  const folders = db.prepare<[string], { folder: number }>(
    `SELECT DISTINCT CASE node.kind WHEN 'folder' THEN node.local_id ELSE node.parent_local_id END AS folder
     FROM (${pairs} WHERE held_kind = ?) AS top CROSS JOIN synced_node AS node ON node.local_id = top.local_id`,
  );
  const all = db.prepare<[], NodeRow>(pairs);
  const one = db.prepare<[string, number | string, string], { batch: number }>(
    `SELECT batch FROM work WHERE ${held} AND side = ? AND node = ? AND held_kind = ?`,
  );
  const hold = db.prepare<[string, number | string, number, string, number]>(
    `INSERT INTO work (root_id, state, side, node, batch, held_kind, held_at_ms) VALUES (${root}, 'taken', ?, ?, ?, ?, ?)
     ON CONFLICT (root_id, side, node) DO UPDATE SET batch = excluded.batch, held_kind = excluded.held_kind,
       held_at_ms = excluded.held_at_ms WHERE batch IS NOT excluded.batch`,
  );
  const letGo = db.prepare<[string, number | string]>(
    `UPDATE work SET batch = NULL, held_kind = NULL, held_at_ms = NULL WHERE root_id = ${root} AND side = ? AND node = ?`,
  );
  const release = db.prepare<[string, number | string]>(
    `INSERT INTO work (root_id, side, node, released) VALUES (${root}, ?, ?, 1)
     ON CONFLICT (root_id, side, node) DO UPDATE
       SET state = 'open', released = 1, batch = NULL, held_kind = NULL, held_at_ms = NULL`,
  );
  const clear = db.prepare<[string, number | string]>(
    `UPDATE work SET released = 0 WHERE root_id = ${root} AND side = ? AND node = ? AND released = 1`,
  );
  const released = db.prepare<[], { node: number | string }>(
    `SELECT node FROM work WHERE root_id = ${root} AND released = 1`,
  );
  const passes = db.prepare<[string, number | string], { node: number | string }>(
    `SELECT node FROM work WHERE root_id = ${root} AND side = ? AND node = ? AND released = 1`,
  );
  return { batches, batch, page, totals, folders, all, one, hold, letGo, release, clear, released, passes };
}

const pairOf = ({ local_id: local, item_id: item }: NodeRow): Ref => ({
  localId: local === null ? null : localId(local),
  itemId: item === null ? null : itemId(item),
});

const idsOf = (nodes: readonly Ref[]): PlanSettings['held'] => ({
  localIds: new Set(nodes.flatMap(({ localId: id }): LocalId[] => (id === null ? [] : [id]))),
  itemIds: new Set(nodes.flatMap(({ itemId: id }): ItemId[] => (id === null ? [] : [id]))),
});
