import type { ProblemMessage } from '../../../../preload/words/message.ts';
import { type ItemId, itemId, type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { Problem, ProblemCode } from '../../model/plan/problem.ts';
import type { Connection } from '../database/connection.ts';

/** Why nodes are not in sync; one reason per node. */
export interface BlockedTable {
  /** Inserts or replaces the reason of this node. */
  putBlocked(blocked: Blocked): void;
  /** Removes the reasons of a node under both of its ids. */
  clearBlocked(node: { readonly localId: LocalId | null; readonly itemId: ItemId | null }): void;
  blockedOf(node: { readonly localId: LocalId | null; readonly itemId: ItemId | null }): Blocked | undefined;
  /** All reasons for this item, whatever the local node. */
  blockedOfItem(item: ItemId): readonly Blocked[];
  /** Oldest first, paged by `offset` and `limit`. */
  blocked(limit: number, offset?: number): readonly Blocked[];
  blockedCounts(): { readonly blocked: number; readonly waiting: number; readonly held: number };
  /** The nodes due for a retry (`retryAtMs` at or before `nowMs`). */
  retryDue(nowMs: number): readonly Blocked[];
  /** The time of the next retry; null: none is scheduled. */
  nextRetryAtMs(): number | null;
}

export type Blocked = {
  readonly localId: LocalId | null;
  readonly itemId: ItemId | null;
  /** `plan`: found by the planner, rechecked with every change nearby; `step`: a step failed; `held`: by the guard. */
  readonly source: 'plan' | 'step' | 'held';
  readonly problem: Problem;
  readonly suggestedName: string | null;
  /** Kind and rule of the failed or held step. */
  readonly operation: string | null;
  readonly rule: string | null;
  /** Failures in a row. */
  readonly attempts: number;
  readonly retryAtMs: number | null;
  readonly atMs: number;
};

type BlockedRow = {
  local_id: number | null;
  item_id: string | null;
  source: Blocked['source'];
  code: ProblemCode;
  reach: Problem['reach'];
  says: string;
  suggested_name: string | null;
  operation: string | null;
  rule: string | null;
  attempts: number;
  retry_at_ms: number | null;
  at_ms: number;
};

const COLUMNS =
  'local_id, item_id, source, code, reach, says, suggested_name, operation, rule, attempts, retry_at_ms, at_ms';

export function createBlockedTable({ db }: Connection, root: RootId): BlockedTable {
  const select = `SELECT ${COLUMNS} FROM blocked WHERE root_id = ${root}`;
  const put = db.prepare<BlockedValues>(
    `INSERT OR REPLACE INTO blocked (node, ${COLUMNS}, root_id) VALUES (${'?, '.repeat(13)}${root})`,
  );
  const clear = db.prepare<[string]>(`DELETE FROM blocked WHERE root_id = ${root} AND node = ?`);
  const one = db.prepare<[string], BlockedRow>(`${select} AND node = ?`);
  const ofItem = db.prepare<[string], BlockedRow>(`${select} AND item_id = ?`);
  const page = db.prepare<[number, number], BlockedRow>(`${select} ORDER BY at_ms, node LIMIT ? OFFSET ?`);
  const due = db.prepare<[number], BlockedRow>(
    `${select} AND retry_at_ms IS NOT NULL AND retry_at_ms <= ? ORDER BY retry_at_ms, node`,
  );
  const next = db.prepare<[], { at: number | null }>(
    `SELECT min(retry_at_ms) AS at FROM blocked WHERE root_id = ${root} AND retry_at_ms IS NOT NULL`,
  );
  const counts = db.prepare<[], { blocked: number; waiting: number; held: number }>(
    `SELECT count(*) FILTER (WHERE reach = 'blocked' AND source <> 'held') AS blocked,
       count(*) FILTER (WHERE reach <> 'blocked') AS waiting,
       count(*) FILTER (WHERE source = 'held') AS held
     FROM blocked WHERE root_id = ${root}`,
  );
  return {
    putBlocked: (blocked) => {
      put.run(...toValues(blocked));
    },
    clearBlocked: ({ localId: local, itemId: item }) => {
      if (local !== null) clear.run(nodeKey({ localId: local, itemId: null }));
      if (item !== null) clear.run(nodeKey({ localId: null, itemId: item }));
    },
    blockedOf: (node) => {
      const row = one.get(nodeKey(node));
      return row === undefined ? undefined : toBlocked(row);
    },
    blockedOfItem: (item) => ofItem.all(item).map(toBlocked),
    blocked: (limit, offset = 0) => page.all(limit, offset).map(toBlocked),
    blockedCounts: () => counts.get() ?? { blocked: 0, waiting: 0, held: 0 },
    retryDue: (nowMs) => due.all(nowMs).map(toBlocked),
    nextRetryAtMs: () => next.get()?.at ?? null,
  };
}

/** A node is keyed by its local id if it has one: that stays the same across an upload. */
function nodeKey(node: { readonly localId: LocalId | null; readonly itemId: ItemId | null }): string {
  return node.localId === null ? `r${node.itemId ?? ''}` : `l${node.localId}`;
}

function toBlocked(row: BlockedRow): Blocked {
  return {
    localId: row.local_id === null ? null : localId(row.local_id),
    itemId: row.item_id === null ? null : itemId(row.item_id),
    source: row.source,
    // Written only by this table, from the same type.
    problem: { code: row.code, reach: row.reach, says: JSON.parse(row.says) as ProblemMessage },
    suggestedName: row.suggested_name,
    operation: row.operation,
    rule: row.rule,
    attempts: row.attempts,
    retryAtMs: row.retry_at_ms,
    atMs: row.at_ms,
  };
}

type BlockedValues = [
  ...node: [key: string, localId: number | null, itemId: string | null, source: string],
  ...problem: [code: string, reach: string, says: string, suggestedName: string | null],
  ...step: [operation: string | null, rule: string | null, attempts: number],
  ...times: [retryAtMs: number | null, atMs: number],
];

const toValues = (blocked: Blocked): BlockedValues => [
  nodeKey(blocked),
  blocked.localId,
  blocked.itemId,
  blocked.source,
  blocked.problem.code,
  blocked.problem.reach,
  JSON.stringify(blocked.problem.says),
  blocked.suggestedName,
  blocked.operation,
  blocked.rule,
  blocked.attempts,
  blocked.retryAtMs,
  blocked.atMs,
];
