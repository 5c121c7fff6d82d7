import type { ItemId, LocalId, RootId } from '../../model/ids.ts';
import type { HeldBatch, PlanSettings } from '../../model/plan/plan.ts';
import type { StepKind } from '../../model/plan/step.ts';
import type { Connection } from '../database/connection.ts';
import type { Ref } from './marks.ts';
import { nodesOf } from './reasons.ts';

/** Nodes held by the guard, in batches on which the user decides, and nodes that the user has released. */
export interface HeldNodes {
  /** Oldest first. */
  heldBatches(): readonly HeldRow[];
  /** The topmost held nodes of a batch, oldest first. */
  heldNodes(batch: Pick<HeldRow, 'what' | 'direction'>, limit: number, offset?: number): readonly HeldNode[];
  /** All held nodes: they stay held until the user decides, however few remain (SPEC P46). */
  held(): PlanSettings['held'];
  /** The node is to be planned, and passes the guard once. */
  release(node: Ref): void;
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
};

export type HeldNode = Ref & { readonly atMs: number };

type NodeRow = { node: number | string; item_id: string | null; at_ms: number };
type BatchRow = { batch: number; step_kind: StepKind; tops: number; since_ms: number };

/** The batch that a held step belongs to. */
export function batchOf(kind: StepKind): Pick<HeldRow, 'what' | 'direction'> {
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

export function createHeldNodes({ db, transaction }: Connection, root: RootId, opened: () => void): HeldNodes {
  const held = `FROM work WHERE root_id = ${root} AND batch IS NOT NULL`;
  const batches = db.prepare<[], BatchRow>(
    `SELECT batch, step_kind, count(*) AS tops, min(at_ms) AS since_ms ${held} GROUP BY batch, step_kind ORDER BY batch`,
  );
  const page = db.prepare<[string, number, number], NodeRow>(
    `SELECT node, item_id, at_ms ${held} AND step_kind = ? ORDER BY at_ms, side, node LIMIT ? OFFSET ?`,
  );
  const all = db.prepare<[], NodeRow>(`SELECT node, item_id, at_ms ${held}`);
  const release = db.prepare<[string, number | string]>(
    `INSERT INTO work (root_id, side, node, released) VALUES (${root}, ?, ?, 1)
     ON CONFLICT (root_id, side, node) DO UPDATE SET state = 'open', released = 1`,
  );
  const clear = db.prepare<[string, number | string]>(
    `UPDATE work SET released = 0 WHERE root_id = ${root} AND side = ? AND node = ? AND released = 1`,
  );
  const released = db.prepare<[], { node: number | string }>(
    `SELECT node FROM work WHERE root_id = ${root} AND released = 1`,
  );
  const each = (node: Ref, change: typeof clear) =>
    transaction(() => {
      if (node.localId !== null) change.run('local', node.localId);
      if (node.itemId !== null) change.run('remote', node.itemId);
    });
  return {
    heldBatches: () =>
      batches.all().map((row) => ({
        id: row.batch,
        ...batchOf(row.step_kind),
        tops: row.tops,
        sinceMs: row.since_ms,
      })),
    heldNodes: ({ what, direction }, limit, offset = 0) =>
      page.all(HELD_STEP[`${what} ${direction}`], limit, offset).map((row) => ({ ...nodesOf(row), atMs: row.at_ms })),
    held: () => idsOf(all.all().map(nodesOf)),
    release: (node) => {
      opened();
      each(node, release);
    },
    clearReleased: (node) => each(node, clear),
    released: () => idsOf(released.all().map(({ node }) => nodesOf({ node, item_id: null }))),
  };
}

const idsOf = (nodes: readonly Ref[]): PlanSettings['held'] => ({
  localIds: new Set(nodes.flatMap(({ localId: id }): LocalId[] => (id === null ? [] : [id]))),
  itemIds: new Set(nodes.flatMap(({ itemId: id }): ItemId[] => (id === null ? [] : [id]))),
});
