/** The thread that checks a store: returns `ok` or the damage found. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { isStoreDamage } from '../../store-trouble.ts';
import { StoreFile } from '../store-file.ts';

parentPort?.postMessage(check(String(workerData)));

function check(path: string): string {
  try {
    const db = new StoreFile(path);
    try {
      return String(db.pragma('integrity_check(1)', { simple: true }));
    } finally {
      db.close();
    }
  } catch (error) {
    // An unreadable page is damage too; any other error will show again when the store is opened.
    if (error instanceof Database.SqliteError) return isStoreDamage(error) ? error.code : 'ok';
    throw error;
  }
}
