import { join } from 'node:path';
import { lockFile } from '../../private/file-lock.ts';
import { openPrivate } from '../../private/open-private.ts';

type Timing = { sleep(ms: number, signal?: AbortSignal): Promise<void> };

const LOOK_EVERY_MS = 50;

/**
 * Runs `work` while no other process renews this state folder's sign-in: if two processes sent the same refresh token, the sign-in would end for
 * both.
 */
export async function withRenewalLock<T>(state: string, timing: Timing, work: () => Promise<T>): Promise<T> {
  openPrivate('folder', state);
  const path = join(state, 'sign-in.lock');
  let lock = lockFile(path);
  while (lock === null) {
    await timing.sleep(LOOK_EVERY_MS);
    lock = lockFile(path);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
