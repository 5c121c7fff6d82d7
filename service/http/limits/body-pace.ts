import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { say } from '../../../contract/rules/say.ts';
import { hangUpWith, isUntouched } from '../requests/broken-request.ts';

/** The minimum speed of request bodies. */
export interface BodyLimits {
  /** Forms and JSON must be complete within this time, in milliseconds. */
  readonly shortMs: number;
  /** Uploads may take as long as they need, provided that this many bytes arrive per window; in milliseconds. */
  readonly windowMs: number;
  readonly windowBytes: number;
}

/** Half a kilobyte per second: slower than any realistic upload, and than the lowest speed limit that a client can be set to (1 KiB/s). */
export const usualBodyLimits: BodyLimits = { shortMs: 30_000, windowMs: 60_000, windowBytes: 30_000 };

/** A body in progress. */
interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The start of the current window; forms and JSON have only one. */
  since: number;
  bytesBefore: number;
}

const streamedType = /^\s*(?:multipart\/form-data|application\/octet-stream)\s*(?:;|$)/i;

/**
 * Closes connections whose body stalls or trickles: each would occupy a connection, and sometimes a transaction or a thread, for as
 * long as its sender likes. The sender is not at fault while the service itself reads slowly, for example from a busy disk. One
 * timer checks all of them.
 * @param onCut called for each, for metrics.
 */
export function cutSlowBodies(server: Server, limits: BodyLimits, onCut: () => void): void {
  const incoming = new Set<Incoming>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const body = { request, response, since: performance.now(), bytesBefore: request.socket.bytesRead };
    incoming.add(body);
    const forget = () => void incoming.delete(body);
    request.once('end', forget).once('close', forget);
  });
  const look = () => {
    const now = performance.now();
    for (const body of incoming) {
      // One that has arrived may still be unread, or never be read.
      if (body.request.complete) incoming.delete(body);
      else if (isTooSlow(body, limits, now)) {
        incoming.delete(body);
        onCut();
        hangUp(body);
      }
    }
  };
  const timer = setInterval(look, Math.min(limits.shortMs, limits.windowMs) / 6);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isTooSlow(body: Incoming, limits: BodyLimits, now: number): boolean {
  const { request, since } = body;
  if (!isStreamed(request)) return now - since > limits.shortMs;
  const { bytesRead } = request.socket;
  const isWaitingForUs = request.readableLength > 0;
  if (isWaitingForUs || bytesRead - body.bytesBefore >= limits.windowBytes) {
    body.since = now;
    body.bytesBefore = bytesRead;
    return false;
  }
  return now - since > limits.windowMs;
}

/** True for uploads: all other bodies are small and buffered in memory. A part of an upload session may come without a type. */
function isStreamed({ headers }: IncomingMessage): boolean {
  const type = headers['content-type'];
  return type === undefined ? headers['content-range'] !== undefined : streamedType.test(type);
}

function hangUp({ request, response }: Incoming): void {
  const socket: Socket = request.socket;
  if (isUntouched(response))
    hangUpWith(socket, 408, say`The request body arrived too slowly. Send it again over a faster connection.`);
  else socket.destroy();
}
