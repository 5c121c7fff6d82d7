/** The thread that checks a store: returns `ok` or the damage found. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

parentPort?.postMessage(check(String(workerData)));

function check(path: string): string {
  try {
    const db = new Database(path);
    try {
      return String(db.pragma('integrity_check(1)', { simple: true }));
    } finally {
      db.close();
    }
  } catch (error) {
    // An unreadable page is damage too; any other error will show again when the store is opened.
    if (error instanceof Database.SqliteError) return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code) ? error.code : 'ok';
    throw error;
  }
}
