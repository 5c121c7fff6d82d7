import { type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { Connection } from '../database/connection.ts';
import { INTEGER } from '../database/opaque-parameter.ts';

/** Local nodes that their folder no longer lists. They stay in the local tree until a move elsewhere is ruled out. */
export interface MissingTable {
  /** Keeps the first time if it is already missing. */
  markMissing(id: LocalId, takenAt: number, sinceMs: number): void;
  /** The node was found. */
  clearMissing(id: LocalId): void;
  isMissing(id: LocalId): boolean;
  /** Longest missing first: at most `limit`, after `last` if given. */
  missing(limit?: number, last?: Missing): readonly Missing[];
  /** Since when the longest missing one has been missing; null: none is. */
  missingSinceMs(): number | null;
  missingCount(): number;
}

export type Missing = {
  readonly localId: LocalId;
  /** Null only for the root. */
  readonly parentId: LocalId | null;
  readonly takenAt: number;
  readonly sinceMs: number;
};

type MissingRow = { id: number; parent_id: number | null; missing_at: number; missing_since_ms: number };

export function createMissingTable({ db }: Connection, root: RootId): MissingTable {
  const missing = `FROM local_node WHERE root_id = ${root} AND missing_at IS NOT NULL`;
  const mark = db.prepare<[number, number, number]>(
    'UPDATE local_node SET missing_at = ?, missing_since_ms = ? WHERE id = ? AND missing_at IS NULL',
  );
  const clear = db.prepare<[number]>('UPDATE local_node SET missing_at = NULL, missing_since_ms = NULL WHERE id = ?');
  const one = db.prepare<[number], { id: number }>('SELECT id FROM local_node WHERE id = ? AND missing_at IS NOT NULL');
  const page = db.prepare<[number, number, number], MissingRow>(
    `SELECT id, parent_id, missing_at, missing_since_ms ${missing} AND (missing_at, id) > (${INTEGER}, ${INTEGER})
     ORDER BY missing_at, id LIMIT ${INTEGER}`,
  );
  const first = db.prepare<[], MissingRow>(`SELECT missing_since_ms ${missing} ORDER BY missing_at, id LIMIT 1`);
  const count = db.prepare<[], { nodes: number }>(`SELECT count(*) AS nodes ${missing}`);
  return {
    markMissing: (id, takenAt, sinceMs) => {
      mark.run(takenAt, sinceMs, id);
    },
    clearMissing: (id) => {
      clear.run(id);
    },
    isMissing: (id) => one.get(id) !== undefined,
    missing: (limit = Number.MAX_SAFE_INTEGER, last) =>
      page.all(last?.takenAt ?? -1, last?.localId ?? -1, limit).map((row) => ({
        localId: localId(row.id),
        parentId: row.parent_id === null ? null : localId(row.parent_id),
        takenAt: row.missing_at,
        sinceMs: row.missing_since_ms,
      })),
    missingSinceMs: () => first.get()?.missing_since_ms ?? null,
    missingCount: () => count.get()?.nodes ?? 0,
  };
}
