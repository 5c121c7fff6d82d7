import { say } from '../../../../contract/rules/say.ts';
import type { ZipCounts } from '../../../ports/metadata/items/zip-downloads.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { stalledBefore } from './concurrent-downloads.ts';
import { type ZipPart, zipParts } from './zip-parts.ts';
import type { ZipPlan } from './zip-plan.ts';

/** A ZIP download that runs. */
export interface ZipRun {
  /** What the archive contains, one part after the other: read a part before you take the next. */
  parts(): AsyncIterable<ZipPart>;
  /** Call it while the receiver takes bytes. @throws Refusal `session_expired` after a stall, in which others may have had its turn. */
  goOn(): Promise<void>;
  /** The first end counts. */
  end(state: 'succeeded' | 'failed'): Promise<void>;
}

/** The status of a running download is at most this old, in milliseconds. */
const progressEveryMs = 2_000;

/** A download that has started, before it is known what it contains. */
export function startZipRun(service: Service, zipId: string) {
  const { store, clock } = service;
  const counts = { totalFiles: 0, downloadedFiles: 0, skippedFiles: 0, skippedFolders: 0 };
  let notedAt = clock.now();
  let isEnded = false;
  const note = async (written: ZipCounts) => {
    const now = clock.now();
    notedAt = now;
    const since = stalledBefore(now);
    const isRunning = await store.transaction(
      ({ zipDownloads }) => zipDownloads.progress(zipId, written, { now, since }),
      'apart',
    );
    if (!isRunning) throw new Refusal('session_expired', say`The ZIP download stalled. Request it again.`);
  };
  const end: ZipRun['end'] = async (state) => {
    if (isEnded) return;
    isEnded = true;
    await store.transaction(({ zipDownloads }) => zipDownloads.end(zipId, state, counts), 'apart');
  };
  const of = (caller: Caller, plan: ZipPlan): ZipRun => {
    const { totalFiles, skippedFiles, skippedFolders } = plan;
    Object.assign(counts, { totalFiles, skippedFiles, skippedFolders });
    return {
      parts: () => zipParts(service, caller, plan.entries, counts),
      goOn: async () => {
        if (clock.now() - notedAt >= progressEveryMs) await note(counts);
      },
      end,
    };
  };
  return { of, end };
}
