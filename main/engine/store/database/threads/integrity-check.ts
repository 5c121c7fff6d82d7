import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { MIGRATIONS } from '../schema.ts';

/** Did the last process close this store? An unreadable or newer store is left to `openStore`; a missing one needs no check. */
export function endedCleanly(path: string, cleanStop: string): boolean {
  if (!existsSync(path)) return true;
  let db: Database.Database | null = null;
  try {
    db = new Database(path);
    if (Number(db.pragma('user_version', { simple: true })) > MIGRATIONS.length) return true;
    // A store that is not migrated yet has no `root_id`; no root has a value of this name.
    const note = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?').get(cleanStop);
    return note?.value === '1';
  } catch (error) {
    if (error instanceof Database.SqliteError) return true;
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
