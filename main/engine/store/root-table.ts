import type { Database } from 'better-sqlite3';
import type { Fingerprint, RemoteEntry } from '../model/entry.ts';
import { type ItemId, itemId, type LocalId, localId, type RootId, rootId } from '../model/ids.ts';
import { KEPT_HERE } from './choices.ts';
import type { Connection } from './database/connection.ts';

/** One pair of a local and a remote folder. */
export type RootRecord = {
  readonly id: RootId;
  /** Absolute. */
  readonly localPath: string;
  readonly itemId: ItemId;
  readonly localId: LocalId;
  /** The text in the local folder's marker file. */
  readonly marker: string;
  readonly volumeId: string;
  /** The service and account it was linked under, e.g. `https://api.example/2.0 12345`. */
  readonly account: string;
  /** Null: not paused. 0: until resumed. Otherwise: until this time. */
  readonly pausedUntilMs: number | null;
};

/** The location of a root's folder, and its identifying data. */
export type RootPlacement = Pick<RootRecord, 'localPath' | 'volumeId' | 'marker'>;

/** The input for a new link; the root rows of the three trees are created from it. */
export type NewRoot = Omit<RootRecord, 'id' | 'itemId' | 'localId' | 'pausedUntilMs'> & {
  readonly fingerprint: Fingerprint;
  readonly remote: RemoteEntry;
};

/** The identity of a link across unlinking. */
type Pair = [localPath: string, itemId: string, account: string];

type RootRow = {
  id: number;
  local_path: string;
  item_id: string;
  local_id: number;
  marker: string;
  volume_id: string;
  account: string;
  paused_until_ms: number | null;
};

const COLUMNS = 'id, local_path, item_id, local_id, marker, volume_id, account, paused_until_ms';

/** The tables of the observations and agreements of a root, besides its notes. */
const OBSERVED = ['local_node', 'remote_node', 'remote_gone', 'synced_node', 'work', 'ignored', 'intent'] as const;

/** Every table whose rows belong to a root; the journal outlives it. */
const OWNED = [...OBSERVED, 'conflict', 'setting', 'selection'] as const;

/** Whether this store ever had a root, also one that was removed since. */
export const everHadRoot = (db: Database): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_sequence WHERE name = 'sync_root'`).get() !== undefined;

export function createRootTable(connection: Connection) {
  const { db } = connection;
  const all = db.prepare<[], RootRow>(`SELECT ${COLUMNS} FROM sync_root ORDER BY id`);
  const { earlierId, noteRemoved } = removedRoots(connection);
  const insert = db.prepare<[id: number | null, ...Pair, local: number, marker: string, volumeId: string], RootRow>(
    `INSERT INTO sync_root (id, local_path, item_id, account, local_id, marker, volume_id) VALUES (?, ?, ?, ?, ?, ?, ?)
     RETURNING ${COLUMNS}`,
  );
  const pause = db.prepare<[number | null, number]>('UPDATE sync_root SET paused_until_ms = ? WHERE id = ?');
  const rename = db.prepare<[string, string]>('UPDATE sync_root SET account = ? WHERE account = ?');
  const place = db.prepare<[string, string, string, number]>(
    'UPDATE sync_root SET local_path = ?, volume_id = ?, marker = ? WHERE id = ?',
  );
  const clear = (id: RootId, tables: readonly string[]) => {
    for (const table of tables) db.prepare<[number]>(`DELETE FROM ${table} WHERE root_id = ?`).run(id);
    connection.forget();
  };
  const clearNotes = db.prepare<[number, string]>('DELETE FROM setting WHERE root_id = ? AND name <> ?');
  // Every round of every root reads them, and only this table changes them.
  let known: readonly RootRecord[] | null = null;
  const forget = (): void => {
    known = null;
  };
  connection.onForget(forget);
  return {
    all: (): readonly RootRecord[] => {
      known ??= all.all().map(toRecord);
      return known;
    },
    /** A pair that was linked before gets its number back, and so its journal and its local trash. */
    insert: (root: NewRoot, local: LocalId): RootRecord => {
      forget();
      const pair: Pair = [root.localPath, root.remote.id, root.account];
      const row = insert.get(earlierId(pair), ...pair, local, root.marker, root.volumeId);
      if (row === undefined) throw new Error('the store answered nothing to an insert');
      return toRecord(row);
    },
    remove: (id: RootId) =>
      connection.transaction(() => {
        clear(id, OWNED);
        noteRemoved(id);
        db.prepare<[number]>('DELETE FROM sync_root WHERE id = ?').run(id);
        forget();
      }),
    pause: (id: RootId, untilMs: number | null) => {
      pause.run(untilMs, id);
      forget();
    },
    renameAccount: (from: string, to: string) => {
      rename.run(to, from);
      forget();
    },
    /** Deletes all observations and agreements; the pair itself stays, with its conflicts and what its user left out on this computer. */
    clear: (id: RootId) => {
      clearNotes.run(id, KEPT_HERE);
      clear(id, OBSERVED);
    },
    move: (id: RootId, { localPath, volumeId, marker }: RootPlacement) => {
      place.run(localPath, volumeId, marker, id);
      forget();
    },
  };
}

/** The links that were removed, so that the same pair is known again. */
function removedRoots({ db }: Connection) {
  const taken = db.prepare<Pair, { id: number }>(
    'DELETE FROM removed_root WHERE local_path = ? AND item_id = ? AND account = ? RETURNING id',
  );
  const noted = db.prepare<[number]>(
    `INSERT OR REPLACE INTO removed_root (id, local_path, item_id, account)
     SELECT id, local_path, item_id, account FROM sync_root WHERE id = ?`,
  );
  return {
    /** The number of the pair when it was linked before, which is no longer noted then; null: it never was. */
    earlierId: (pair: Pair): number | null => taken.get(...pair)?.id ?? null,
    noteRemoved: (id: RootId): void => void noted.run(id),
  };
}

const toRecord = (row: RootRow): RootRecord => ({
  id: rootId(row.id),
  localPath: row.local_path,
  itemId: itemId(row.item_id),
  localId: localId(row.local_id),
  marker: row.marker,
  volumeId: row.volume_id,
  account: row.account,
  pausedUntilMs: row.paused_until_ms,
});
