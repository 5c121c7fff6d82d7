import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { ZipReceiver } from '../../../ports/metadata/items/zip-downloads.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { isAnonymous } from '../../access/anonymous.ts';
import { Refusal } from '../../refusal.ts';

/** A retry makes sense after this many seconds. */
const retryAfterSeconds = 30;

/**
 * Ensures that one more ZIP download may run. Visitors without an account are counted by network.
 * @throws Refusal `user_too_many_concurrent_downloads`, `enterprise_too_many_concurrent_downloads`.
 */
export async function requireTurn(reads: MetadataReads, receiver: ZipReceiver, now: number): Promise<void> {
  const running = await reads.zipDownloads.runningSince(stalledBefore(now));
  const { userId, network } = receiver;
  const ofAccount = running.filter((one) => one.userId === userId).length;
  if (!isAnonymous({ id: userId })) {
    if (ofAccount >= limits.zipDownloadsOfUser) {
      throw tooMany(
        'user',
        say`You have ${limits.zipDownloadsOfUser} ZIP downloads running. Try again when one of them has ended.`,
      );
    }
  } else if (
    running.filter((one) => one.userId === userId && one.network === network).length >= limits.zipDownloadsOfNetwork
  ) {
    throw tooMany(
      'user',
      say`Your network has ${limits.zipDownloadsOfNetwork} ZIP downloads of shared links running. Try again when one of them has ended.`,
    );
  } else if (ofAccount >= limits.zipDownloadsOfVisitors) {
    throw tooMany(
      'enterprise',
      say`Visitors of shared links have ${limits.zipDownloadsOfVisitors} ZIP downloads running. Try again when one of them has ended.`,
    );
  }
  if (running.length < limits.zipDownloadsOfEnterprise) return;
  throw tooMany(
    'enterprise',
    say`The service has ${limits.zipDownloadsOfEnterprise} ZIP downloads running. Try again when one of them has ended.`,
  );
}

function tooMany(whose: 'user' | 'enterprise', message: readonly Sentence[]): Refusal {
  return new Refusal(`${whose}_too_many_concurrent_downloads`, message, { retryAfterSeconds });
}

/** Until when a download that runs or ended now is kept: its status for a while after its end, however long it takes. */
export function keptUntil(now: number): number {
  return now + limits.zipDownloadStatusLifeMs;
}

/** A running download that was last seen then or earlier has failed: its receiver is too slow, or its process was killed. */
export function stalledBefore(now: number): number {
  return now - limits.zipDownloadStallMs;
}
