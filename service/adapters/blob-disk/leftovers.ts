import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobLayout } from './layout.ts';

/** Work in progress that was not touched for this long is abandoned: one day, in milliseconds. */
const staleMs = 24 * 3600 * 1000;

/**
 * Removes unfinished files of writers that were killed. Nothing refers to these files. Only a process that is the sole writer may remove
 * `all`: it can't detect whether another writer is alive, which may run in another container. Returns how many were removed.
 */
export async function removeLeftovers(layout: BlobLayout, which: 'all' | 'stale'): Promise<number> {
  let removed = 0;
  for (const name of await readdir(layout.incoming)) {
    const path = join(layout.incoming, name);
    if (which === 'stale' && !(await isStale(path))) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtimeMs < Date.now() - staleMs;
}
