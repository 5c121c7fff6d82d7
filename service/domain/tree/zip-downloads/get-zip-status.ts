import { say } from '../../../../contract/rules/say.ts';
import type { ZipCounts } from '../../../ports/metadata/items/zip-downloads.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { stalledBefore } from './concurrent-downloads.ts';

/** The progress of a ZIP download. */
export interface ZipStatus extends ZipCounts {
  readonly state: 'in_progress' | 'failed' | 'succeeded';
}

/**
 * Gets the progress of a ZIP download that its creator has started.
 * @throws Refusal `not_found` before its start, after its time, and for anyone else.
 */
export async function getZipStatus({ store, clock }: Service, caller: Caller, zipId: string): Promise<ZipStatus> {
  const record = await store.read(({ zipDownloads }) => zipDownloads.get(zipId));
  const now = clock.now();
  if (record?.userId !== caller.user.id || record.state === 'waiting' || record.expiresAt <= now) {
    throw new Refusal('not_found', say`There is no ZIP download ${zipId} of yours that has started.`);
  }
  const { state, seenAt, totalFiles, downloadedFiles, skippedFiles, skippedFolders } = record;
  const isStalled = state === 'in_progress' && seenAt <= stalledBefore(now);
  return { state: isStalled ? 'failed' : state, totalFiles, downloadedFiles, skippedFiles, skippedFolders };
}
