import { type PrivateService, type PrivateServiceOptions, startPrivateService } from './private-service.ts';

type Surroundings = {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Receives events of the service, in sentences. */
  warn(message: string): void;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Runs the private service and restarts it whenever it ends unexpectedly. Clients reconnect by themselves: it comes back on its
 * socket with everything it acknowledged. `ended` resolves only after `stop`.
 */
export async function keepPrivateService(
  options: PrivateServiceOptions,
  { sleep, warn }: Surroundings,
): Promise<PrivateService> {
  const first = await startPrivateService(options);
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;
  const startAgain = async (failures: number): Promise<boolean> => {
    await sleep(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
    if (signal.aborted) return true;
    try {
      current = await startPrivateService(options);
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
      for (let failures = 0; !(await startAgain(failures)); failures++);
    }
  };
  const ended = watch();
  return {
    ...first,
    newToken: () => current.newToken(),
    ended,
    stop: async () => {
      stopping.abort();
      await current.stop();
      await ended;
    },
  };
}
