import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A port of this computer alone, on both of its loopback addresses. */
type LoopbackPort = { readonly port: number; readonly close: () => void };

/** A random port that is free on one of the two is hardly ever taken on the other. */
const MOST_TRIES = 20;

/**
 * Listens on a random port. For a name below `localhost`, browsers try `[::1]` before `127.0.0.1`: a host on one of them alone would leave the other
 * to any user of this computer, who could then answer in its place.
 */
export async function listenOnLoopback(app: FastifyInstance): Promise<LoopbackPort> {
  for (let tries = 1; ; tries++) {
    const twin = await listenOnIpv6(app);
    try {
      const address = await app.listen({ host: '127.0.0.1', port: portOf(twin) });
      return { port: Number(new URL(address).port), close: () => twin?.close() };
    } catch (error) {
      twin?.close();
      if (tries === MOST_TRIES || codeOf(error) !== 'EADDRINUSE') throw error;
    }
  }
}

/** Hands its connections to the server of `app`, once that listens too. Null: this computer has no IPv6, so nobody else can listen there either. */
async function listenOnIpv6(app: FastifyInstance): Promise<Server | null> {
  // The options of an HTTP server for its own connections.
  const twin = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (app.server.listening) app.server.emit('connection', socket);
    else socket.destroy();
  });
  try {
    await new Promise<void>((resolve, reject) => {
      twin.once('error', reject);
      twin.listen({ host: '::1', port: 0 }, resolve);
    });
    return twin;
  } catch (error) {
    if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'EAFNOSUPPORT') return null;
    throw error;
  }
}

/** 0: any. */
function portOf(twin: Server | null): number {
  const address = twin?.address() ?? null;
  return address === null || typeof address === 'string' ? 0 : address.port;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
