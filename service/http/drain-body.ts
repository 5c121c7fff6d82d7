import type { IncomingMessage } from 'node:http';

/**
 * Bytes of an unread request that are read and thrown away before the connection is given up. Most clients read
 * the answer only when they have sent everything, so an early refusal of an upload must let them finish.
 */
const patienceBytes = 64 * 1024 * 1024;

/** Reads what is left of a refused request, so that the caller can read the answer; gives up after 64 MiB. */
export function drainBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let seen = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > patienceBytes) request.destroy();
  });
  // Who went away meanwhile wants no answer any more.
  request.on('error', () => undefined);
  request.resume();
}
