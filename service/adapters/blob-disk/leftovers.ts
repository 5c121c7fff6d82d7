import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './disk-errors.ts';
import type { BlobLayout } from './layout.ts';

/** Work in progress that a living process has not touched for this long is abandoned: one day, in milliseconds. */
const staleMs = 24 * 3600 * 1000;

/**
 * Removes unfinished files of writers that were killed. Nothing refers to these files. At `start`, a file that carries our process
 * id comes from an earlier process with the same id. Returns how many were removed.
 */
export async function removeLeftovers(layout: BlobLayout, when: 'start' | 'run'): Promise<number> {
  let removed = 0;
  for (const name of await readdir(layout.incoming)) {
    const path = join(layout.incoming, name);
    if (!(await isAbandoned(path, name, when))) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isAbandoned(path: string, name: string, when: 'start' | 'run'): Promise<boolean> {
  const pid = Number(name.split('-')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return true;
  if (pid === process.pid && when === 'start') return true;
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtimeMs < Date.now() - staleMs;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
