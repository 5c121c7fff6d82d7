import type { IncomingMessage } from 'node:http';

/**
 * Bytes of an unread request to discard before closing the connection. Most clients read the response only after sending
 * everything, so an early refusal of an upload must let them finish.
 */
const patienceBytes = 64 * 1024 * 1024;

/** Reads the rest of a refused request, so that the client can read the response; gives up after 64 MiB. */
export function drainBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let seen = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > patienceBytes) request.destroy();
  });
  // The client has disconnected and needs no response.
  request.on('error', () => undefined);
  request.resume();
}
