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

/** The last three identify a link across unlinking. */
type Linked = [local: number, marker: string, volumeId: string, localPath: string, itemId: string, account: string];

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

/** Whether this store ever had a root, also one that was removed since. A migration that copies no row leaves a 0 behind. */
export const everHadRoot = (db: Database): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_sequence WHERE name = 'sync_root' AND seq > 0`).get() !== undefined;

/** The statements about roots themselves. */
function statements(db: Database) {
  return {
    all: db.prepare<[], RootRow>(`SELECT ${COLUMNS} FROM sync_root WHERE removed = 0 ORDER BY id`),
    relink: db.prepare<Linked, RootRow>(
      `UPDATE sync_root SET local_id = ?, marker = ?, volume_id = ?, removed = 0, paused_until_ms = NULL
       WHERE id = (SELECT max(id) FROM sync_root WHERE local_path = ? AND item_id = ? AND account = ? AND removed = 1)
       RETURNING ${COLUMNS}`,
    ),
    insert: db.prepare<Linked, RootRow>(
      `INSERT INTO sync_root (local_id, marker, volume_id, local_path, item_id, account) VALUES (?, ?, ?, ?, ?, ?)
       RETURNING ${COLUMNS}`,
    ),
    dropEarlier: db.prepare<[number]>(
      `DELETE FROM sync_root WHERE removed = 1 AND (local_path, item_id, account) =
         (SELECT local_path, item_id, account FROM sync_root WHERE id = ?)`,
    ),
    remove: db.prepare<[number]>('UPDATE sync_root SET removed = 1 WHERE id = ?'),
    pause: db.prepare<[number | null, number]>('UPDATE sync_root SET paused_until_ms = ? WHERE id = ?'),
    rename: db.prepare<[string, string]>('UPDATE sync_root SET account = ? WHERE account = ?'),
    place: db.prepare<[string, string, string, number]>(
      'UPDATE sync_root SET local_path = ?, volume_id = ?, marker = ? WHERE id = ?',
    ),
  };
}

export function createRootTable(connection: Connection) {
  const { db } = connection;
  const { all, relink, insert, dropEarlier, remove, pause, rename, place } = statements(db);
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
      const linked: Linked = [local, root.marker, root.volumeId, root.localPath, root.remote.id, root.account];
      const row = relink.get(...linked) ?? insert.get(...linked);
      if (row === undefined) throw new Error('the store answered nothing to an insert');
      return toRecord(row);
    },
    remove: (id: RootId) =>
      connection.transaction(() => {
        clear(id, OWNED);
        dropEarlier.run(id);
        remove.run(id);
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
