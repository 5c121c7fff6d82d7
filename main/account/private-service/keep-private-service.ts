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
  let current = first;
  let startedAtMs = nowMs();
  /** Null: no start is under way. */
  let startingSinceMs: number | null = null;
  /** Consecutive: starts that failed, and services that ended soon after they had started. */
  let failures = 0;
  let reason = '';
  const hasRunWell = (): boolean => nowMs() - startedAtMs >= WELL_MS;
  const startAgain = async (): Promise<boolean> => {
    await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), signal);
    if (signal.aborted) return true;
    try {
      startingSinceMs = nowMs();
      current = await startPrivateService(options, signal);
      startedAtMs = nowMs();
      // Stopped at the moment it became ready, so no one else knows this process.
      if (signal.aborted) await current.stop();
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const why = error instanceof Error ? error.message : 'no reason given';
      warn(`The private service did not start again: ${why}`);
      reason = reasonIn(why);
      return false;
    } finally {
      startingSinceMs = null;
    }
  };
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (signal.aborted) return;
      await current.output.ended;
      const said = current.output.last();
      reason = reasonIn(said);
      warn(
        `The private service ended unexpectedly; it is started again.${said === '' ? '' : ` Its last lines:\n${said}`}`,
      );
      failures = hasRunWell() ? 1 : failures + 1;
      while (!(await startAgain())) failures += 1;
    }
  };
  const ended = watch();
  const isSlow = (): boolean => startingSinceMs !== null && nowMs() - startingSinceMs >= WELL_MS;
  return {
    address: first.address,
    newToken: (until) => current.newToken(until === undefined ? signal : AbortSignal.any([signal, until])),
    failure: () => (failures >= MANY_FAILURES || isSlow() ? reason : null),
    ended,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await ended;
    },
  };
}
