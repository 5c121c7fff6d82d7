import type { Server } from 'node:http';

/** The requests in progress. */
export type RunningRequests = {
  /** Resolves as soon as no request is in progress. */
  ended(): Promise<void>;
};

/**
 * Counts requests, because Node knows only idle connections: it treats one that a client opened ahead of its first request as busy,
 * which would delay a stop for as long as the client keeps it.
 */
export function countRequests(server: Server): RunningRequests {
  let running = 0;
  let waiting: (() => void)[] = [];
  server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => {
      running -= 1;
      if (running > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    });
  });
  return {
    ended: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
