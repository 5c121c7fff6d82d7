import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openPrivate } from '../../private/open-private.ts';

type Timing = { nowMs(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };

/** A renewal takes seconds, and at most 30 s, so an older lock is stale. */
const STALE_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 50;

/**
 * Runs `work` while no other process renews this state folder's sign-in: if two processes sent the same refresh token, the sign-in would end for
 * both.
 */
export async function withRenewalLock<T>(state: string, timing: Timing, work: () => Promise<T>): Promise<T> {
  openPrivate('folder', state);
  const path = join(state, 'renewal.lock');
  const own = randomBytes(16).toString('hex');
  while (!(await take(path, own))) {
    await breakWhenStale(path, timing.nowMs());
    await timing.sleep(LOOK_EVERY_MS);
  }
  try {
    return await work();
  } finally {
    // A process that judged our lock stale has taken it over: do not remove its lock.
    if ((await readFile(path, 'utf8').catch(() => '')) === own) await rm(path, { force: true });
  }
}

async function take(path: string, own: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  if (file === null) return false;
  try {
    await file.writeFile(own);
    return true;
  } catch (error) {
    // A full disk takes the file, but not its content.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** If several processes find a stale lock, one moves it away; the others then find the new lock, which is not stale. */
async function breakWhenStale(path: string, nowMs: number): Promise<void> {
  try {
    const { mtimeMs } = await stat(path);
    // A time in the future is from before the clock was set back.
    if (Math.abs(nowMs - mtimeMs) < STALE_AFTER_MS) return;
    const aside = `${path}.${randomBytes(6).toString('hex')}`;
    await rename(path, aside);
    await rm(aside, { force: true });
  } catch (error) {
    // The holder released it meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
