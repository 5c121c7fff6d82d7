import Database from 'better-sqlite3';
import { openStore } from '../../../../main/engine/store/open-store.ts';
import type { Store } from '../../../../main/engine/store/store.ts';

/**
 * The engines' databases in memory: SQLite and the store's own queries without files, locks and flushes. A database that a device returns is
 * emptied and reused together with its prepared statements, because preparing them takes longer than running them.
 */
export type MemoryStores = {
  /** The database of one device. `path` names the list of roots, which remains a file. */
  take(path: string): DeviceStore;
};

/** The database of one device, which outlives its processes. */
export type DeviceStore = {
  /** Opens the store as a new process does. */
  open(): Store;
  /** For reading the committed state. Null: no process has opened it yet. */
  readonly database: Database.Database | null;
  /** A copy of the current state for `replace`. */
  copy(): Buffer;
  /** Null: the state is lost. */
  replace(state: Buffer | null): void;
  /** Returns the database. The device's processes must have ended. */
  close(): void;
};

/** `close`: the store of a process must not close a database that outlives it. */
type Kept = { readonly database: Database.Database; readonly isReusable: boolean; readonly close: () => void };

export function openMemoryStores(): MemoryStores {
  const free: Kept[] = [];
  return {
    take(path) {
      let kept: Kept | null = null;
      const release = (): void => {
        if (kept?.isReusable) free.push(kept);
        else kept?.close();
        kept = null;
      };
      const own = (): Database.Database => {
        kept ??= reused(free.pop()) ?? keep(new Database(':memory:'), true);
        return kept.database;
      };
      return {
        open: () => openStore(path, own),
        get database() {
          return kept?.database ?? null;
        },
        copy: () => own().serialize(),
        replace(state) {
          release();
          // A lost state has no schema either, which makes the store read the list of roots.
          kept = keep(new Database(state ?? ':memory:'), false);
        },
        close: release,
      };
    },
  };
}

function keep(database: Database.Database, isReusable: boolean): Kept {
  const statements = new Map<string, Database.Statement>();
  const [prepare, close] = [database.prepare.bind(database), database.close.bind(database)];
  const prepared = (sql: string): Database.Statement => {
    const known = statements.get(sql) ?? prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    database: Object.assign(database, { prepare: prepared, close: () => database }),
    isReusable,
    close,
  };
}

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND (name = 'sqlite_sequence' OR name NOT LIKE 'sqlite_%')`;

/** Empties a database; the schema stays. */
function reused(kept: Kept | undefined): Kept | undefined {
  if (kept === undefined) return undefined;
  const { database } = kept;
  const tables = database.prepare<[], { name: string }>(TABLES).all();
  database.transaction(() => {
    for (const { name } of tables) database.prepare(`DELETE FROM ${name}`).run();
  })();
  return kept;
}
