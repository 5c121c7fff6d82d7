import { collectOrphanBlobs, collectReleasedBlobs } from '../domain/maintenance/collect-blobs.ts';
import {
  dropExpiredRecords,
  dropExpiredSessions,
  purgeExpiredTrash,
  purgeExpiredVersions,
} from '../domain/maintenance/purge-expired.ts';
import type { Service } from '../domain/service.ts';

/** The jobs of a running service. */
export interface Jobs {
  /** Starts no further job; resolves when the one that runs has ended. */
  stop(): Promise<void>;
}

/** Where jobs tell what they did. */
export interface JobLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** How often what has expired is looked for, in milliseconds. */
const intervalMs = 5 * 60_000;
/** Every so many rounds the whole blob store is searched for orphans: four times a day. */
const roundsPerOrphanSearch = 72;

/** Runs the domain's maintenance on a timer, one job after another, beginning at once. */
export function startJobs(service: Service, log: JobLog): Jobs {
  let stopped = false;
  let round = 0;
  const run = async () => {
    for (const job of jobsOfRound(round++)) {
      if (stopped) return;
      await runJob(service, log, job);
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, intervalMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

type Job = (service: Service) => Promise<number>;

function jobsOfRound(round: number): readonly Job[] {
  const jobs = [dropExpiredSessions, purgeExpiredTrash, purgeExpiredVersions, dropExpiredRecords, collectReleasedBlobs];
  return round % roundsPerOrphanSearch === 0 ? [...jobs, collectOrphanBlobs] : jobs;
}

/** A job that fails is reported and tried again in the next round: it must not end the service. */
async function runJob(service: Service, log: JobLog, job: Job): Promise<void> {
  try {
    const count = await job(service);
    if (count > 0) log.info({ job: job.name, count }, 'job done');
  } catch (error) {
    log.error({ job: job.name, err: error }, 'job failed');
  }
}
