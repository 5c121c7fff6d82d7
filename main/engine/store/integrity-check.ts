import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { MIGRATIONS } from './schema.ts';

/**
 * Was this store closed by the process that had it last? What cannot be read, or was written by a newer program, is left to whoever opens
 * it; a store that is not there has nothing to check.
 */
export function endedCleanly(path: string, cleanStop: string): boolean {
  if (!existsSync(path)) return true;
  let db: Database.Database | null = null;
  try {
    db = new Database(path);
    if (Number(db.pragma('user_version', { simple: true })) > MIGRATIONS.length) return true;
    const note = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?').get(cleanStop);
    return note?.value === '1';
  } catch (error) {
    if (error instanceof Database.SqliteError) return true;
    throw error;
  } finally {
    db?.close();
  }
}

/** Reads the whole store and compares its tables with their indexes, in a thread of its own: of a large one it takes seconds. */
export async function passesCheck(path: string): Promise<boolean> {
  const worker = new Worker(new URL('./integrity-worker.ts', import.meta.url), { workerData: path });
  const answer: unknown[] = await once(worker, 'message');
  await worker.terminate();
  return answer[0] === 'ok';
}
