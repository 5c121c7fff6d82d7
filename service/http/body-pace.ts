import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hangUpWith } from './broken-request.ts';

/** How fast bodies have to come. */
export interface BodyLimits {
  /** Forms and JSON have to be complete after so many milliseconds. */
  readonly shortMs: number;
  /** Contents may take as long as they need, as long as so many bytes come in each window of so many milliseconds. */
  readonly windowMs: number;
  readonly windowBytes: number;
}

/** A kilobyte a second: slower than any line that somebody would upload by. */
export const usualBodyLimits: BodyLimits = { shortMs: 30_000, windowMs: 60_000, windowBytes: 60_000 };

/** A body on its way. */
interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The window that runs: forms and JSON have one only. */
  since: number;
  bytesBefore: number;
}

/** Contents: everything else is gathered in memory, and short. */
const streamed = /^\s*(?:multipart\/form-data|application\/octet-stream)\s*(?:;|$)/i;

/**
 * Hangs up on bodies that stall or drip: each would hold a connection, and some a transaction or a thread, for as long as its sender
 * likes. Where the service itself reads slowly, as from a busy disk, the sender is not to blame. One timer looks at all of them.
 * @param onCut is told of each, to be counted.
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
      if (!isTooSlow(body, limits, now)) continue;
      incoming.delete(body);
      onCut();
      hangUp(body);
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
  if (!streamed.test(request.headers['content-type'] ?? '')) return now - since > limits.shortMs;
  const { bytesRead } = request.socket;
  const isWaitingForUs = request.readableLength > 0;
  if (isWaitingForUs || bytesRead - body.bytesBefore >= limits.windowBytes) {
    body.since = now;
    body.bytesBefore = bytesRead;
    return false;
  }
  return now - since > limits.windowMs;
}

function hangUp({ request, response }: Incoming): void {
  const socket: Socket = request.socket;
  // Behind an answer that began, or one to an earlier request, a second head would be read as a part of it.
  if (response.headersSent || response.socket === null) socket.destroy();
  else hangUpWith(socket, 408, 'The body of the request came too slowly. Send it again over a better line.');
}
