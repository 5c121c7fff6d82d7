/** The thread that moves the log of a store into its file; `workerData` is a `CheckpointWork`. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { StoreFile } from '../store-file.ts';
import { BUSY, type CheckpointWork, IDLE, unmoved } from './checkpoints.ts';

const { path, state } = workerData as CheckpointWork;

/** The writer may add to the log meanwhile; it is used from its beginning again only once all of it was moved. */
const MOST_PASSES = 8;

parentPort?.on('message', () => {
  if (Atomics.load(state, 0) !== BUSY) return;
  try {
    moveLog();
  } catch (error) {
    // The file is gone, full or damaged: the next write of the store itself reports it.
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    Atomics.store(state, 0, IDLE);
  }
});

function moveLog(): void {
  const db = new StoreFile(path, { fileMustExist: true });
  try {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      db.pragma('wal_checkpoint(PASSIVE)');
      if (unmoved(db) === 0) return;
    }
  } finally {
    db.close();
  }
}
