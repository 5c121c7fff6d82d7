import { collectOrphanBlobs, collectReleasedBlobs } from '../domain/maintenance/collect-blobs.ts';
import {
  dropExpiredRecords,
  dropExpiredSessions,
  purgeExpiredTrash,
  purgeExpiredVersions,
} from '../domain/maintenance/purge-expired.ts';
import type { Service } from '../domain/service.ts';

/** Where jobs say what they did and what went wrong; a logger of the pino kind is one. */
export interface JobLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The jobs while they run. */
export interface RunningJobs {
  /** Starts no further work and resolves when what runs has ended. */
  stop(): Promise<void>;
}

/** Work that is done again and again; `everyMs` is the pause between two runs, in milliseconds. */
interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (service: Service) => Promise<number>;
}

const minute = 60_000;

/** In the order in which they run the first time: what releases contents comes before what deletes them. */
const jobs: readonly Job[] = [
  { name: 'drop expired upload sessions', everyMs: 10 * minute, run: dropExpiredSessions },
  { name: 'purge expired trash', everyMs: 60 * minute, run: purgeExpiredTrash },
  { name: 'purge expired versions', everyMs: 60 * minute, run: purgeExpiredVersions },
  { name: 'drop expired events and tokens', everyMs: 60 * minute, run: dropExpiredRecords },
  { name: 'delete released contents', everyMs: minute, run: collectReleasedBlobs },
  { name: 'delete orphaned contents', everyMs: 24 * 60 * minute, run: collectOrphanBlobs },
];

/** The first look is taken soon after the start, in milliseconds: late enough to be in nobody's way. */
const firstAfterMs = 30_000;

/** Runs the jobs of the service on a timer, one at a time. A job that fails is logged and tried again at its next turn. */
export function startJobs(service: Service, log: JobLog): RunningJobs {
  const dueAt = new Map(jobs.map((job) => [job.name, service.clock.now() + firstAfterMs]));
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const runDue = async () => {
    for (const job of jobs) {
      if (isStopped || service.clock.now() < (dueAt.get(job.name) ?? 0)) continue;
      await runJob(service, log, job);
      dueAt.set(job.name, service.clock.now() + job.everyMs);
    }
  };
  const timer = setInterval(() => {
    running = running.then(runDue);
  }, 10_000);
  timer.unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function runJob(service: Service, log: JobLog, { name, run }: Job): Promise<void> {
  try {
    const count = await run(service);
    if (count > 0) log.info({ job: name, count }, 'job done');
  } catch (error) {
    log.error({ job: name, error }, 'job failed');
  }
}
