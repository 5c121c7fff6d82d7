import { Worker } from 'node:worker_threads';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Connection } from '../connection.ts';

export type CheckpointWork = { readonly path: string; readonly state: Int32Array };

export const IDLE = 0;
export const BUSY = 1;

/** How full the log is read once per this many commits. */
const COMMITS_A_LOOK = 16;
/** The log is moved from this many pages on, as SQLite does by default. */
const MANY_PAGES = 1_000;
/** With this many, 64 MB, the thread does not keep up, and the commit itself moves them. */
const TOO_MANY_PAGES = 16_000;

/**
 * Moves the log of a store into its file on a thread of its own, which ends when the engine is at rest: SQLite would do it within a commit,
 * which then lasts as long as the disk takes to flush. Returns a function that ends the thread; a store without a log has none.
 */
export function keepCheckpoints({ db, onCommit, onRest }: Connection): () => void {
  if (db.pragma('journal_mode', { simple: true }) !== 'wal') return () => undefined;
  db.pragma(`wal_autocheckpoint = ${TOO_MANY_PAGES}`);
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let worker: Worker | null = null;
  let commits = 0;
  const end = (): void => {
    const ended = worker;
    worker = null;
    Atomics.store(state, 0, IDLE);
    void ended?.terminate();
  };
  const open = (): Worker => {
    const workerData: CheckpointWork = { path: db.name, state };
    const opened = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData });
    // A thread that cannot start leaves the work to the commits.
    opened.on('error', end);
    opened.unref();
    return opened;
  };
  onCommit(() => {
    commits += 1;
    if (commits % COMMITS_A_LOOK !== 0 || unmoved(db) < MANY_PAGES) return;
    if (Atomics.compareExchange(state, 0, IDLE, BUSY) !== IDLE) return;
    worker ??= open();
    worker.postMessage('move');
  });
  onRest(() => {
    if (Atomics.load(state, 0) === IDLE) end();
  });
  return end;
}

/** The pages of the log that are not in the file yet. */
export function unmoved(db: Database): number {
  const found = checkpoint(db, 'NOOP');
  return found.log - found.checkpointed;
}

/** How long a flush waits for another checkpoint, and between two tries. */
const WAIT = { longestMs: 60_000, againMs: 2 };

/**
 * Moves all of the log into the file and flushes both, after a checkpoint of another connection if one is under way: SQLite waits for writers and
 * readers, but gives up at once on another checkpoint.
 */
export function moveAll(db: Database): void {
  const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let waitedMs = 0; isUnderWay(checkpoint(db, 'FULL')); waitedMs += WAIT.againMs) {
    if (waitedMs >= WAIT.longestMs) throw new Sqlite.SqliteError('Another checkpoint does not end.', 'SQLITE_BUSY');
    Atomics.wait(pause, 0, 0, WAIT.againMs);
  }
}

type Checkpoint = { readonly busy: number; readonly log: number; readonly checkpointed: number };

const NOTHING: Checkpoint = { busy: 0, log: 0, checkpointed: 0 };

function checkpoint(db: Database, mode: 'NOOP' | 'FULL'): Checkpoint {
  const [found = NOTHING] = db.pragma(`wal_checkpoint(${mode})`) as readonly Checkpoint[];
  return found;
}

/** Whether another connection's checkpoint kept this one from its beginning. A store without a log has none: not busy, and -1 too. */
const isUnderWay = ({ busy, log }: Checkpoint): boolean => busy === 1 && log === -1;
