/** The thread that checks a store: answers with what the check says, or why it could not be made. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { StoreFile } from '../store-file.ts';

export type Checked = { readonly says: string } | { readonly code: string; readonly message: string };

parentPort?.postMessage(check(String(workerData)));

function check(path: string): Checked {
  try {
    const db = new StoreFile(path);
    try {
      return { says: String(db.pragma('integrity_check(1)', { simple: true })) };
    } finally {
      db.close();
    }
  } catch (error) {
    // An error loses its class on its way between threads.
    if (error instanceof Database.SqliteError) return { code: error.code, message: error.message };
    throw error;
  }
}
