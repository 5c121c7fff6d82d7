/** The thread that checks a store: says `ok`, or what it found. */
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
    // A page that cannot be read at all is damage as well; what is none, the opening that follows meets again.
    if (error instanceof Database.SqliteError) return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code) ? error.code : 'ok';
    throw error;
  }
}
