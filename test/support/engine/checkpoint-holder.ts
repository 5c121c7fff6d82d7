import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** A thread that holds a store's checkpoint lock for a while: its checkpoint waits in vain for its own reader. `workerData`: the path of the store. */
const path = workerData as string;
const HELD_MS = 500;

const reader = new Database(path);
reader.exec('BEGIN');
reader.prepare('SELECT count(*) FROM setting').all();
parentPort?.on('message', () => {
  const holder = new Database(path, { timeout: HELD_MS });
  // -1: somebody else held it, and SQLite never waits for that.
  while (holder.prepare<[], { log: number }>('PRAGMA wal_checkpoint(RESTART)').get()?.log === -1);
  reader.exec('COMMIT');
  reader.close();
  holder.close();
  parentPort?.close();
});
parentPort?.postMessage('reads');
