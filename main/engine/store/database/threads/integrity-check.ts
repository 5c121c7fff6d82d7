import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { isReplaceable } from '../../store-trouble.ts';
import { MIGRATIONS } from '../schema.ts';
import { StoreFile } from '../store-file.ts';
import type { Checked } from './integrity-worker.ts';

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

/**
 * Checks the whole store and its indexes on a separate thread: a large one takes seconds. Throws the error of a check that could not be made,
 * such as on a failing disk: nothing may use the store then.
 */
export async function passesCheck(path: string): Promise<boolean> {
  const worker = new Worker(new URL('./integrity-worker.ts', import.meta.url), { workerData: path });
  const [checked] = (await once(worker, 'message')) as [Checked];
  await worker.terminate();
  if ('says' in checked) return checked.says === 'ok';
  const error = new Database.SqliteError(checked.message, checked.code);
  if (isReplaceable(error)) return false;
  throw error;
}
