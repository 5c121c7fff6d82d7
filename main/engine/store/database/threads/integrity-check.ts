import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { MIGRATIONS } from '../schema.ts';
import { StoreFile } from '../store-file.ts';

/** Did the last process close this store? One that cannot be read is checked; a newer one is left to `openStore`, and a missing one needs no check. */
export function endedCleanly(path: string, cleanStop: string): boolean {
  if (!existsSync(path)) return true;
  let db: StoreFile | null = null;
  try {
    db = new StoreFile(path);
    if (Number(db.pragma('user_version', { simple: true })) > MIGRATIONS.length) return true;
    // A store that is not migrated yet has no `root_id`; no root has a value of this name.
    const note = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?').get(cleanStop);
    return note?.value === '1';
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  } finally {
    db?.close();
  }
}

/** Checks the whole store and its indexes on a separate thread: a large one takes seconds. */
export async function passesCheck(path: string): Promise<boolean> {
  const worker = new Worker(new URL('./integrity-worker.ts', import.meta.url), { workerData: path });
  const answer: unknown[] = await once(worker, 'message');
  await worker.terminate();
  return answer[0] === 'ok';
}
