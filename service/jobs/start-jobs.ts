import { expireCollaborations } from '../domain/collaborations/expire-collaborations.ts';
import { finishReleases } from '../domain/governance/legal-holds/finish-releases.ts';
import { finishLifts } from '../domain/governance/retention/finish-lifts.ts';
import { indexContents } from '../domain/notes/search/contents/index-contents.ts';
import { indexOldItems } from '../domain/notes/search/index-old-items.ts';
import type { Service } from '../domain/service.ts';
import { completeAdminLog } from '../domain/streams/events/complete-admin-log.ts';
import { dropOldRecentItems } from '../domain/streams/recent-items/list-recent-items.ts';
import { closeLapsedRequests, expireFileRequests } from '../domain/surfaces/file-requests/expire-file-requests.ts';
import { dropExpiredLocks } from '../domain/tree/locks/drop-expired-locks.ts';
import { dropLapsedLinks, expireSharedLinks } from '../domain/tree/shared-links/expire-shared-links.ts';
import { finishPurges } from '../domain/tree/trash/finish-purges.ts';
import { collectOrphanBlobs, collectReleasedBlobs } from '../domain/upkeep/collect-blobs.ts';
import { disposeOfExpired } from '../domain/upkeep/dispose.ts';
import {
  dropExpiredRecords,
  dropExpiredSessions,
  dropOldAnswers,
  purgeExpiredTrash,
  purgeExpiredVersions,
} from '../domain/upkeep/purge-expired.ts';
import { type Job, type JobRunner, runAlone } from './run-alone.ts';

/** The logger of the jobs; a pino logger fits. */
export interface JobLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Handle on the running jobs. */
export interface RunningJobs {
  /** Starts no further work and resolves when the step in progress has ended. */
  stop(): Promise<void>;
}

const minute = 60_000;

/** All jobs, in order of their first run: jobs that release content come before those that delete it. */
export const jobs: readonly Job[] = [
  { name: 'drop expired upload sessions', everyMs: 10 * minute, run: dropExpiredSessions, destroys: true },
  { name: 'end expired shared links', everyMs: minute, run: expireSharedLinks },
  { name: 'end expired collaborations', everyMs: minute / 6, run: expireCollaborations },
  { name: 'end expired file requests', everyMs: minute, run: expireFileRequests },
  { name: 'finish releases of legal holds', everyMs: minute, run: finishReleases },
  { name: 'finish lifts of retentions', everyMs: minute, run: finishLifts },
  { name: 'dispose of retained versions', everyMs: 60 * minute, run: disposeOfExpired, destroys: true },
  { name: 'purge expired trash', everyMs: 60 * minute, run: purgeExpiredTrash, destroys: true },
  { name: 'purge expired versions', everyMs: 60 * minute, run: purgeExpiredVersions, destroys: true },
  { name: 'number the administrators’ log', everyMs: minute / 6, run: completeAdminLog },
  { name: 'drop expired events and tokens', everyMs: 60 * minute, run: dropExpiredRecords, destroys: true },
  { name: 'drop old answers to idempotency keys', everyMs: 10 * minute, run: dropOldAnswers, destroys: true },
  { name: 'drop old recent items', everyMs: 60 * minute, run: dropOldRecentItems },
  { name: 'index items of earlier versions', everyMs: 60 * minute, run: indexOldItems },
  { name: 'read contents for the search', everyMs: minute / 6, isLong: true, run: indexContents },
  { name: 'finish purges', everyMs: minute, run: finishPurges },
  { name: 'drop expired locks', everyMs: minute, run: dropExpiredLocks },
  { name: 'drop lapsed shared links', everyMs: 10 * minute, isLong: true, run: dropLapsedLinks },
  { name: 'close lapsed file requests', everyMs: 10 * minute, isLong: true, run: closeLapsedRequests },
  { name: 'delete released contents', everyMs: minute, isLong: true, run: collectReleasedBlobs },
  {
    name: 'delete orphaned contents',
    everyMs: 24 * 60 * minute,
    isLong: true,
    run: collectOrphanBlobs,
    destroys: true,
  },
];

/** Delay of the first run, in milliseconds, so that it does not slow down the start. */
const firstAfterMs = 30_000;

/** How a job run ended, for metrics. */
export type JobEnd = 'done' | 'failed';

/**
 * Runs the service's jobs on a timer, one at a time beside the long ones, and each in only one process. A failed job is logged and retried at its next
 * turn.
 */
export function startJobs(
  service: Service,
  log: JobLog,
  onEnd: (job: string, end: JobEnd, seconds: number) => void = () => undefined,
): RunningJobs {
  const holder = service.ids.hex(8);
  const startedAt = service.clock.now();
  const waits = new Map(jobs.map((job) => [job.name, { since: startedAt, until: startedAt + firstAfterMs }]));
  const isDue = ({ name }: Job) => {
    const wait = waits.get(name);
    const now = service.clock.now();
    // A wait that begins later than now was noted before the clock was set back.
    return wait === undefined || now < wait.since || now >= wait.until;
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const runDue = async (some: readonly Job[]) => {
    await lookAtClock(service, log);
    for (const job of some) {
      if (signal.aborted || !isDue(job)) continue;
      const lookAgainAt = await runJob(service, { log, onEnd, holder, signal }, job);
      const since = service.clock.now();
      waits.set(job.name, { since, until: lookAgainAt ?? since + job.everyMs });
    }
  };
  const lanes = [jobs.filter(({ isLong }) => !isLong), ...jobs.filter(({ isLong }) => isLong).map((job) => [job])];
  let running = lanes.map(async () => {});
  const timer = setInterval(() => {
    running = lanes.map(async (lane, index) => {
      await running[index];
      await runDue(lane);
    });
  }, 10_000);
  timer.unref();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** In each process, whichever of them runs the jobs. */
async function lookAtClock({ trust }: Service, log: JobLog): Promise<void> {
  await trust.look().catch((error: unknown) => log.error({ error }, 'the time could not be noted'));
}

interface JobRun extends JobRunner {
  readonly log: JobLog;
  readonly onEnd: (job: string, end: JobEnd, seconds: number) => void;
}

/** Returns when to check again if it was not this process's turn; null after a run, whether it succeeded or failed. */
async function runJob(service: Service, { log, onEnd, holder, signal }: JobRun, job: Job): Promise<number | null> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  try {
    const outcome = await runAlone(service, job, { holder, signal });
    if (outcome.kind === 'not_now') return outcome.lookAgainAt;
    if (outcome.count > 0) log.info({ job: job.name, count: outcome.count }, 'job done');
    onEnd(job.name, 'done', seconds());
  } catch (error) {
    if (signal.aborted) return null;
    log.error({ job: job.name, error }, 'job failed');
    onEnd(job.name, 'failed', seconds());
  }
  return null;
}
