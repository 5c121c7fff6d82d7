import { type PrivateService, type PrivateServiceOptions, startPrivateService } from './private-service.ts';
import { reasonIn } from './service-output.ts';

type Surroundings = {
  /** Of a clock that is never set. */
  nowMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Receives events of the service, in sentences. */
  warn(message: string): void;
};

export type KeptService = Omit<PrivateService, 'output'> & {
  /**
   * Why it is failing: it ended, or failed to start, several times in a row, or takes very long to start. In its own words; empty if it gave none.
   * Null: it is not failing.
   */
  failure(): string | null;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A service that ran for this long has started well: if it ends, that is a first failure. One that starts for this long is failing. */
const WELL_MS = 60_000;
const MANY_FAILURES = 3;

/**
 * Runs the private service and restarts it whenever it ends unexpectedly, with a longer pause after each consecutive failure. Clients reconnect by
 * themselves: it comes back on its socket with everything it acknowledged. `ended` resolves only after `stop`. `starting` ends the first start.
 */
export async function keepPrivateService(
  options: PrivateServiceOptions,
  { nowMs, sleep, warn }: Surroundings,
  starting?: AbortSignal,
): Promise<KeptService> {
  const first = await startPrivateService(options, starting);
  const stopping = new AbortController();
  const { signal } = stopping;
  const run: Run = { current: first, startedAtMs: nowMs(), startingSinceMs: null, failures: 0, reason: '' };
  const startAgain = async (): Promise<boolean> => {
    await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (run.failures - 1), LONGEST_PAUSE_MS), signal);
    if (signal.aborted) return true;
    run.startingSinceMs = nowMs();
    try {
      run.current = await startPrivateService(options, signal);
      run.startedAtMs = nowMs();
      // Stopped at the moment it became ready, so no one else knows this process.
      if (signal.aborted) await run.current.stop();
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const why = error instanceof Error ? error.message : 'no reason given';
      run.reason = reasonIn(why);
      warn(`The private service did not start again: ${why}`);
      return false;
    } finally {
      run.startingSinceMs = null;
    }
  };
  const watch = async (): Promise<void> => {
    for (;;) {
      await run.current.ended;
      if (signal.aborted) return;
      const said = await lastWords(run.current);
      run.reason = reasonIn(said);
      warn(`The private service ended unexpectedly; it is started again.${said && ` Its last lines:\n${said}`}`);
      run.failures = nowMs() - run.startedAtMs >= WELL_MS ? 1 : run.failures + 1;
      while (!(await startAgain())) run.failures += 1;
    }
  };
  const ended = watch();
  return {
    address: first.address,
    newToken: (until) => run.current.newToken(until === undefined ? signal : AbortSignal.any([signal, until])),
    failure: () => failureOf(run, nowMs),
    ended,
    stop: async () => {
      stopping.abort();
      await run.current.stop();
      await ended;
    },
  };
}

/** The service as it runs, or is restarted. */
type Run = {
  current: PrivateService;
  startedAtMs: number;
  /** Null: no start is under way. */
  startingSinceMs: number | null;
  /** Consecutive: starts that failed, and services that ended soon after they had started. */
  failures: number;
  /** Of the last failure. */
  reason: string;
};

function failureOf({ failures, startingSinceMs, reason }: Run, nowMs: () => number): string | null {
  const isSlow = startingSinceMs !== null && nowMs() - startingSinceMs >= WELL_MS;
  return isSlow || failures >= MANY_FAILURES ? reason : null;
}

async function lastWords({ output }: PrivateService): Promise<string> {
  await output.ended;
  return output.last();
}
