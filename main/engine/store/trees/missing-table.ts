import { type LocalId, localId, type RootId } from '../../model/ids.ts';
import type { Connection } from '../database/connection.ts';

/** Local nodes that their folder no longer lists. They stay in the local tree until a move elsewhere is ruled out. */
export interface MissingTable {
  /** Keeps the first time if it is already missing. */
  markMissing(id: LocalId, takenAt: number, sinceMs: number): void;
  /** The node was found; `removeLocal` does this for the nodes it removes. */
  clearMissing(id: LocalId): void;
  isMissing(id: LocalId): boolean;
  /** Longest missing first. */
  missing(): readonly Missing[];
  missingCount(): number;
}

export type Missing = { readonly localId: LocalId; readonly takenAt: number; readonly sinceMs: number };

type MissingRow = { local_id: number; taken_at: number; since_ms: number };

export function createMissingTable({ db }: Connection, root: RootId): MissingTable {
  const mark = db.prepare<[number, number, number]>(
    `INSERT OR IGNORE INTO missing (local_id, root_id, taken_at, since_ms) VALUES (?, ${root}, ?, ?)`,
  );
  const clear = db.prepare<[number]>('DELETE FROM missing WHERE local_id = ?');
  const one = db.prepare<[number], MissingRow>('SELECT local_id, taken_at, since_ms FROM missing WHERE local_id = ?');
  const all = db.prepare<[], MissingRow>(
    `SELECT local_id, taken_at, since_ms FROM missing WHERE root_id = ${root} ORDER BY taken_at, local_id`,
  );
  const count = db.prepare<[], { nodes: number }>(`SELECT count(*) AS nodes FROM missing WHERE root_id = ${root}`);
  return {
    markMissing: (id, takenAt, sinceMs) => {
      mark.run(id, takenAt, sinceMs);
    },
    clearMissing: (id) => {
      clear.run(id);
    },
    isMissing: (id) => one.get(id) !== undefined,
    missing: () =>
      all.all().map((row) => ({ localId: localId(row.local_id), takenAt: row.taken_at, sinceMs: row.since_ms })),
    missingCount: () => count.get()?.nodes ?? 0,
  };
}
