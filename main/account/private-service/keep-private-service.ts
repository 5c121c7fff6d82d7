import { type PrivateService, type PrivateServiceOptions, startPrivateService } from './private-service.ts';

type Surroundings = {
  /** Of a clock that is never set. */
  nowMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Receives events of the service, in sentences. */
  warn(message: string): void;
};

export type KeptService = PrivateService & {
  /** True if it ended, or failed to start, several times in a row. */
  isFailing(): boolean;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A service that ran for this long has started well: if it ends, that is a first failure. */
const WELL_MS = 60_000;
const MANY_FAILURES = 3;

/**
 * Runs the private service and restarts it whenever it ends unexpectedly, with a longer pause after each consecutive failure. Clients reconnect by
 * themselves: it comes back on its socket with everything it acknowledged. `ended` resolves only after `stop`.
 */
export async function keepPrivateService(
  options: PrivateServiceOptions,
  { nowMs, sleep, warn }: Surroundings,
): Promise<KeptService> {
  const first = await startPrivateService(options);
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;
  let startedAtMs = nowMs();
  /** Consecutive: starts that failed, and services that ended soon after they had started. */
  let failures = 0;
  const hasRunWell = (): boolean => nowMs() - startedAtMs >= WELL_MS;
  const startAgain = async (): Promise<boolean> => {
    await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), signal);
    if (signal.aborted) return true;
    try {
      current = await startPrivateService(options);
      startedAtMs = nowMs();
      // Stopped during its start, so no one else knows this process.
      if (signal.aborted) await current.stop();
      return true;
    } catch (error) {
      warn(`The private service did not start again: ${error instanceof Error ? error.message : 'no reason given'}`);
      return false;
    }
  };
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (signal.aborted) return;
      warn('The private service ended unexpectedly; it is started again.');
      failures = hasRunWell() ? 1 : failures + 1;
      while (!(await startAgain())) failures += 1;
    }
  };
  const ended = watch();
  return {
    ...first,
    newToken: () => current.newToken(),
    isFailing: () => failures >= MANY_FAILURES,
    ended,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await ended;
    },
  };
}
