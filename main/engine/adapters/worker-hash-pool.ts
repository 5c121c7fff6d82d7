import type { Content, Fingerprint } from '../model/entry.ts';
import { sha1 } from '../model/ids.ts';
import { FileSystemError } from '../ports/file-system.ts';
import type { HashPool } from '../ports/hash-pool.ts';
import { type Computer, thisComputer } from './node-file-system/local-stat.ts';
import { hashByBlocks } from './worker-hash-pool/hash-file.ts';
import { type FileToHash, type HashAnswer, SMALL_FILE_BYTES } from './worker-hash-pool/hash-messages.ts';
import { type HashThread, startHashThread } from './worker-hash-pool/hash-thread.ts';

/** Limits of one order to a thread: a few milliseconds of work. */
const ORDER_FILES = 150;
const ORDER_BYTES = 8 * 1024 * 1024;

/** Up to this many small files are not worth a thread, which takes 50 ms to start and 10 MB to keep. */
const FEW_FILES = 4;
/** How long an idle thread is kept: longer than the gap between two rounds of rereading. */
const KEEP_MS = 90_000;

type Job = {
  readonly path: string;
  readonly expect: Fingerprint;
  readonly settle: (answer: HashAnswer) => void;
  readonly fail: (error: unknown) => void;
};

/**
 * The `HashPool` port on up to `threads` worker threads, each started when there is enough work and ended when idle for a while.
 * Jobs run in order; small files are bundled, because a message per file costs more than reading it.
 */
export function createWorkerHashPool(threads = 2, keepMs = KEEP_MS, computer = thisComputer()): HashPool {
  const crew = createCrew(threads, computer, keepMs);
  return {
    async hash(path, expect, signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<HashAnswer>();
      const job: Job = { path, expect, settle: resolve, fail: reject };
      const stop = (): void => {
        crew.withdraw(job);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop);
      crew.add(job);
      try {
        return toContent(await promise, path);
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    close: crew.close,
  };
}

type Crew = {
  add(job: Job): void;
  /** The caller no longer wants the result. */
  withdraw(job: Job): void;
  /** Fails all queued and running jobs. */
  close(): Promise<void>;
};

function createCrew(threads: number, computer: Computer, keepMs: number): Crew {
  const waiting = new Set<Job>();
  const idle = createIdleThreads(keepMs);
  const busy = new Map<HashThread, readonly Job[]>();
  let here = 0;
  let isClosed = false;

  /** Never rejects: a failure is an answer too. */
  const workHere = async (job: Job): Promise<void> => {
    here += 1;
    job.settle(await hashHere(job, computer));
    here -= 1;
    pump();
  };

  const work = async (thread: HashThread, jobs: readonly Job[]): Promise<void> => {
    busy.set(thread, jobs);
    try {
      const answers = await thread.hash(jobs.map(({ path, expect }) => ({ path, expect })));
      jobs.forEach((job, index) => {
        const answer = answers[index];
        if (answer !== undefined) job.settle(answer);
      });
      idle.add(thread);
    } catch (cause) {
      for (const job of jobs) job.fail(endedEarly(job.path, cause));
    }
    busy.delete(thread);
    pump();
  };

  const pump = (): void => {
    const isLittle = busy.size === 0 && here + waiting.size <= FEW_FILES;
    if (isLittle && [...waiting].every(({ expect }) => expect.sizeBytes <= SMALL_FILE_BYTES)) {
      for (const job of waiting) void workHere(job);
      waiting.clear();
    }
    while (waiting.size > 0 && !isClosed) {
      const mayStart = idle.all().length + busy.size < threads;
      const thread = idle.take() ?? (mayStart ? startHashThread(computer) : null);
      if (thread === null) return;
      const jobs = bundle(waiting, Math.ceil(waiting.size / threads));
      for (const job of jobs) waiting.delete(job);
      void work(thread, jobs);
    }
  };

  return {
    add: (job) => {
      waiting.add(job);
      // Deferred, so that jobs added in the same tick share an order.
      if (waiting.size === 1) queueMicrotask(pump);
    },
    withdraw: (job) => {
      waiting.delete(job);
      for (const [thread, jobs] of busy) if (jobs.length === 1 && jobs[0] === job) thread.stop();
    },
    close: async () => {
      isClosed = true;
      for (const job of waiting) job.fail(endedEarly(job.path, null));
      waiting.clear();
      await Promise.all([...idle.all(), ...busy.keys()].map((thread) => thread.close()));
    },
  };
}

/** Idle threads; each ends itself after `keepMs` without an order. */
function createIdleThreads(keepMs: number) {
  const timers = new Map<HashThread, NodeJS.Timeout>();
  return {
    all: () => [...timers.keys()],
    add(thread: HashThread): void {
      const end = (): void => {
        timers.delete(thread);
        void thread.close();
      };
      timers.set(thread, setTimeout(end, keepMs).unref());
    },
    /** The most recently used thread, so that surplus ones expire. */
    take(): HashThread | undefined {
      const thread = [...timers.keys()].at(-1);
      if (thread === undefined) return undefined;
      clearTimeout(timers.get(thread));
      timers.delete(thread);
      return thread;
    },
  };
}

function hashHere({ path, expect }: FileToHash, computer: Computer): Promise<HashAnswer> {
  const blockBytes = expect.sizeBytes + 1;
  return hashByBlocks({ path, expect }, computer, [Buffer.allocUnsafe(blockBytes), Buffer.allocUnsafe(blockBytes)]);
}

/** The first queued job; if it is small, also the small ones behind it. */
function bundle(waiting: ReadonlySet<Job>, share: number): readonly Job[] {
  const jobs: Job[] = [];
  let bytes = 0;
  for (const job of waiting) {
    const { sizeBytes } = job.expect;
    if (sizeBytes > SMALL_FILE_BYTES) return jobs.length === 0 ? [job] : jobs;
    if (jobs.length > 0 && (jobs.length >= Math.min(share, ORDER_FILES) || bytes + sizeBytes > ORDER_BYTES))
      return jobs;
    jobs.push(job);
    bytes += sizeBytes;
  }
  return jobs;
}

const endedEarly = (path: string, cause: unknown): FileSystemError =>
  new FileSystemError('io', path, `Cannot read the file "${path}": reading ended early.`, { cause });

function toContent(answer: HashAnswer, path: string): Content {
  switch (answer.kind) {
    case 'done':
      return { sha1: sha1(answer.sha1), sizeBytes: answer.sizeBytes };
    case 'failed':
      throw new FileSystemError(answer.code, path, answer.message);
    case 'stopped':
      throw new FileSystemError('io', path, `Reading the file "${path}" was stopped.`);
  }
}
