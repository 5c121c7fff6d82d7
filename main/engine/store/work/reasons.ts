import type { ProblemMessage } from '../../../../preload/words/message.ts';
import { type ItemId, itemId, type LocalId, localId, type RootId, type StepKey, stepKey } from '../../model/ids.ts';
import type { Problem, ProblemCode } from '../../model/plan/problem.ts';
import type { StepKind } from '../../model/plan/step.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER } from '../database/opaque-parameter.ts';
import type { Ref } from './marks.ts';

/**
 * Why nodes are not in sync; one reason per node, which is in doubt as long as it has one. A reason is stored under the local node
 * if there is one: that stays the same across an upload.
 */
export interface Reasons {
  /** Inserts or replaces the reason of this node. */
  putReason(reason: Reason): void;
  /** Removes the reasons of a node under both of its ids. The node is to be planned, or waits until a step ends. */
  clearReason(node: Ref, next?: 'open' | 'waiting'): void;
  reasonOf(node: Ref): Reason | undefined;
  /** The reasons of local nodes that are about this item too. */
  reasonsOfItem(item: ItemId): readonly Reason[];
  /** Oldest first, with held nodes after all others; paged by `offset` and `limit`. */
  reasons(limit: number, offset?: number): readonly Reason[];
  reasonCounts(): { readonly blocked: number; readonly waiting: number; readonly held: number };
  /** Retries what a reason is about: its nodes are to be planned, and its step need not wait for its time. */
  retry(reason: Ref): void;
  /** The reasons due for a retry (`retryAtMs` at or before `nowMs`). */
  retryDue(nowMs: number): readonly Reason[];
  /** The time of the next retry; null: none is scheduled. `besides`: the ones for these reasons do not count. */
  nextRetryAtMs(besides?: readonly ProblemCode[]): number | null;
}

export type Reason = {
  readonly localId: LocalId | null;
  readonly itemId: ItemId | null;
  /** `plan`: found by the planner, rechecked with every change nearby; `step`: a step failed; `held`: by the guard. */
  readonly source: 'plan' | 'step' | 'held';
  readonly problem: Problem;
  readonly suggestedName: string | null;
  /** The failed or held step. */
  readonly step: { readonly kind: StepKind; readonly rule: string; readonly key: StepKey } | null;
  /** Failures in a row. */
  readonly attempts: number;
  readonly retryAtMs: number | null;
  readonly atMs: number;
};

type ReasonRow = {
  side: 'local' | 'remote';
  node: number | string;
  item_id: string | null;
  source: Reason['source'];
  code: ProblemCode;
  reach: Problem['reach'];
  says: string;
  suggested_name: string | null;
  step_kind: StepKind | null;
  step_rule: string | null;
  step_key: string | null;
  attempts: number;
  retry_at_ms: number | null;
  at_ms: number;
};

const COLUMNS =
  'item_id source code reach says suggested_name step_kind step_rule step_key attempts retry_at_ms at_ms'.split(' ');

export function createReasons({ db, transaction }: Connection, root: RootId, opened: () => void): Reasons {
  const sql = statements(db, root);
  const each = (node: Ref, change: (side: ReasonRow['side'], node: number | string) => void) =>
    transaction(() => {
      if (node.localId !== null) change('local', node.localId);
      if (node.itemId !== null) change('remote', node.itemId);
    });
  return {
    putReason: (reason) => void sql.put.run(...toValues(reason)),
    clearReason: (node, next = 'open') => each(node, (side, id) => sql.clear.run(next, side, id)),
    reasonOf: (node) => {
      const row = sql.one.get(...keyOf(node));
      return row === undefined ? undefined : toReason(row);
    },
    reasonsOfItem: (item) => sql.ofItem.all(item).map(toReason),
    reasons: (limit, offset = 0) => sql.page.all(limit, offset).map(toReason),
    reasonCounts: () => sql.counts.get() ?? { blocked: 0, waiting: 0, held: 0 },
    retry: (reason) => {
      opened();
      each(reason, (side, id) => sql.retry.run(side, id));
    },
    retryDue: (nowMs) => sql.due.all(nowMs).map(toReason),
    nextRetryAtMs: (besides = []) => sql.next.get(JSON.stringify(besides))?.at ?? null,
  };
}

function statements(db: Connection['db'], root: RootId) {
  const select = `SELECT side, node, ${COLUMNS.join(', ')} FROM work WHERE root_id = ${root} AND code IS NOT NULL`;
  const node = `root_id = ${root} AND side = ? AND node = ?`;
  return {
    put: db.prepare<ReasonValues>(
      `INSERT INTO work (root_id, state, side, node, ${COLUMNS.join(', ')}) VALUES (${root}, 'taken', ${Array(14).fill('?').join(', ')})
       ON CONFLICT (root_id, side, node) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ),
    clear: db.prepare<[string, string, number | string]>(
      `UPDATE work SET state = CASE state WHEN 'open' THEN 'open' ELSE ? END, attempts = 0,
         ${COLUMNS.filter((name) => name !== 'attempts')
           .map((name) => `${name} = NULL`)
           .join(', ')}
       WHERE ${node} AND code IS NOT NULL`,
    ),
    one: db.prepare<[string, number | string], ReasonRow>(`${select} AND side = ? AND node = ?`),
    ofItem: db.prepare<[string], ReasonRow>(`${select} AND item_id = ?`),
    // A held batch can have any number of items: first, they would crowd everything else out of a short list.
    page: db.prepare<[number, number], ReasonRow>(
      `${select} ORDER BY source = 'held', at_ms, side, node LIMIT ${INTEGER} OFFSET ?`,
    ),
    due: db.prepare<[number], ReasonRow>(`${select} AND retry_at_ms <= ? ORDER BY retry_at_ms, side, node`),
    next: db.prepare<[string], { at: number | null }>(
      `SELECT min(retry_at_ms) AS at FROM work
       WHERE root_id = ${root} AND retry_at_ms IS NOT NULL AND code NOT IN (SELECT value FROM json_each(?))`,
    ),
    retry: db.prepare<[string, number | string]>(
      `INSERT INTO work (root_id, side, node) VALUES (${root}, ?, ?)
       ON CONFLICT (root_id, side, node) DO UPDATE SET state = 'open', retry_at_ms = NULL`,
    ),
    counts: db.prepare<[], { blocked: number; waiting: number; held: number }>(
      `SELECT count(*) FILTER (WHERE reach = 'blocked' AND source <> 'held') AS blocked,
         count(*) FILTER (WHERE reach <> 'blocked') AS waiting,
         count(*) FILTER (WHERE source = 'held') AS held
       FROM work WHERE root_id = ${root} AND code IS NOT NULL`,
    ),
  };
}

type NodeKey = [side: 'local' | 'remote', node: number | string];

const keyOf = ({ localId: local, itemId: item }: Ref): NodeKey =>
  local === null ? ['remote', item ?? ''] : ['local', local];

function toReason(row: ReasonRow): Reason {
  const { step_kind: kind, step_rule: rule, step_key: key } = row;
  return {
    ...refOf(row),
    source: row.source,
    // Written only by this table, from the same type.
    problem: { code: row.code, reach: row.reach, says: JSON.parse(row.says) as ProblemMessage },
    suggestedName: row.suggested_name,
    step: kind === null || rule === null || key === null ? null : { kind, rule, key: stepKey(key) },
    attempts: row.attempts,
    retryAtMs: row.retry_at_ms,
    atMs: row.at_ms,
  };
}

/** The nodes that a reason is about. */
export function refOf({ node, item_id: item }: Pick<ReasonRow, 'node' | 'item_id'>): Ref {
  if (typeof node === 'string') return { localId: null, itemId: itemId(node) };
  return { localId: localId(node), itemId: item === null ? null : itemId(item) };
}

type ReasonValues = [
  ...node: [...NodeKey, itemId: string | null],
  ...problem: [source: string, code: string, reach: string, says: string, suggestedName: string | null],
  ...step: [kind: string | null, rule: string | null, key: string | null],
  ...rest: [attempts: number, retryAtMs: number | null, atMs: number],
];

const toValues = (reason: Reason): ReasonValues => [
  ...keyOf(reason),
  reason.localId === null ? null : reason.itemId,
  reason.source,
  reason.problem.code,
  reason.problem.reach,
  JSON.stringify(reason.problem.says),
  reason.suggestedName,
  reason.step?.kind ?? null,
  reason.step?.rule ?? null,
  reason.step?.key ?? null,
  reason.attempts,
  reason.retryAtMs,
  reason.atMs,
];
