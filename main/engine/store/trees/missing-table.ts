import { type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { Connection } from '../database/connection.ts';

/** Local nodes that their folder no longer lists. They stay in the local tree until a move elsewhere is ruled out. */
export interface MissingTable {
  /** Keeps the first time if it is already missing. */
  markMissing(id: LocalId, takenAt: number, sinceMs: number): void;
  /** The node was found. */
  clearMissing(id: LocalId): void;
  isMissing(id: LocalId): boolean;
  /** Longest missing first. */
  missing(): readonly Missing[];
  missingCount(): number;
}

export type Missing = { readonly localId: LocalId; readonly takenAt: number; readonly sinceMs: number };

type MissingRow = { id: number; missing_at: number; missing_since_ms: number };

export function createMissingTable({ db }: Connection, root: RootId): MissingTable {
  const missing = `FROM local_node WHERE root_id = ${root} AND missing_at IS NOT NULL`;
  const mark = db.prepare<[number, number, number]>(
    'UPDATE local_node SET missing_at = ?, missing_since_ms = ? WHERE id = ? AND missing_at IS NULL',
  );
  const clear = db.prepare<[number]>('UPDATE local_node SET missing_at = NULL, missing_since_ms = NULL WHERE id = ?');
  const one = db.prepare<[number], { id: number }>('SELECT id FROM local_node WHERE id = ? AND missing_at IS NOT NULL');
  const all = db.prepare<[], MissingRow>(`SELECT id, missing_at, missing_since_ms ${missing} ORDER BY missing_at, id`);
  const count = db.prepare<[], { nodes: number }>(`SELECT count(*) AS nodes ${missing}`);
  return {
    markMissing: (id, takenAt, sinceMs) => {
      mark.run(takenAt, sinceMs, id);
    },
    clearMissing: (id) => {
      clear.run(id);
    },
    isMissing: (id) => one.get(id) !== undefined,
    missing: () =>
      all.all().map((row) => ({ localId: localId(row.id), takenAt: row.missing_at, sinceMs: row.missing_since_ms })),
    missingCount: () => count.get()?.nodes ?? 0,
  };
}
