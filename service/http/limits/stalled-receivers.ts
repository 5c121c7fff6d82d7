import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a connection with a running request may pass no byte, in milliseconds. Longer than a long poll is held. A receiver makes room in
 * the buffers of the system by up to 1.8 MB at a time, for which one that takes 1 KiB/s needs half an hour.
 */
export const usualStallMs = 60 * 60 * 1000;

/**
 * Closes connections whose receiver takes nothing: each would hold its content open for as long as it likes. A receiver that takes
 * anything is never cut off. The client continues such a download where it ended.
 * @param isAnswering whether a response is running on a connection.
 * @param onCut called for each connection with one, for metrics.
 */
export function cutStalledReceivers(
  server: Server,
  stallMs: number,
  { isAnswering, onCut }: { readonly isAnswering: (socket: Socket) => boolean; readonly onCut: () => void },
): void {
  // Node counts the parts of a write that the system has taken.
  server.setTimeout(stallMs, (socket) => {
    if (isAnswering(socket)) onCut();
    socket.destroy();
  });
}
