import { say } from '../../../../contract/rules/say.ts';
import { MetadataUnavailable } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { keptUntil, stalledBefore } from './concurrent-downloads.ts';
import { type CallerNow, type ZipPart, zipParts } from './zip-parts.ts';
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
  let triedAt = clock.now();
  let isEnded = false;
  const note = async () => {
    const now = clock.now();
    // Also of one that fails: waiting for a database at each chunk would stop the download.
    triedAt = now;
    const since = stalledBefore(now);
    const isRunning = await store.transaction(
      ({ zipDownloads }) => zipDownloads.progress(zipId, counts, { now, since, expiresAt: keptUntil(now) }),
      'apart',
    );
    if (!isRunning) throw new Refusal('session_expired', say`The ZIP download stalled. Request it again.`);
  };
  const end: ZipRun['end'] = async (state) => {
    if (isEnded) return;
    isEnded = true;
    await unlessAway(() =>
      store.transaction(({ zipDownloads }) => zipDownloads.end(zipId, state, counts, keptUntil(clock.now())), 'apart'),
    );
  };
  const begin = async (callerNow: CallerNow, plan: ZipPlan): Promise<ZipRun> => {
    const { totalFiles, skippedFiles, skippedFolders } = plan;
    Object.assign(counts, { totalFiles, skippedFiles, skippedFolders });
    await note();
    return {
      parts: () => zipParts(service, callerNow, plan.entries, counts),
      goOn: async () => {
        if (clock.now() - triedAt >= progressEveryMs) await unlessAway(note);
      },
      end,
    };
  };
  return { begin, end };
}

/** The bytes are recorded, so they may leave while the database is away. The next progress is noted instead, or none, and then it has failed. */
async function unlessAway(note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (error) {
    if (!(error instanceof MetadataUnavailable)) throw error;
  }
}
