import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';

/** A retry makes sense after this many seconds. */
const retryAfterSeconds = 30;

/**
 * Ensures that one more ZIP download may run. Visitors without an account share the limit of one person.
 * @throws Refusal `user_too_many_concurrent_downloads`, `enterprise_too_many_concurrent_downloads`.
 */
export async function requireTurn(reads: MetadataReads, userId: string, now: number): Promise<void> {
  const running = await reads.zipDownloads.runningSince(stalledBefore(now));
  if (running.filter((id) => id === userId).length >= limits.zipDownloadsOfUser) {
    const message = say`You have ${limits.zipDownloadsOfUser} ZIP downloads running. Try again when one of them has ended.`;
    throw new Refusal('user_too_many_concurrent_downloads', message, { retryAfterSeconds });
  }
  if (running.length >= limits.zipDownloadsOfEnterprise) {
    const message = say`The service has ${limits.zipDownloadsOfEnterprise} ZIP downloads running. Try again when one of them has ended.`;
    throw new Refusal('enterprise_too_many_concurrent_downloads', message, { retryAfterSeconds });
  }
}

/** Until when a download that runs or ended now is kept: its status for a while after its end, however long it takes. */
export function keptUntil(now: number): number {
  return now + limits.zipDownloadStatusLifeMs;
}

/** A running download that was last seen then or earlier has failed: its receiver takes no bytes, or its process was killed. */
export function stalledBefore(now: number): number {
  return now - limits.zipDownloadStallMs;
}
