import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

/** Public spellings of the format's headers, with the names that the interface gives them. */
const vendorSpellings: Readonly<Record<string, string>> = {
  boxapi: 'svcapi',
  'box-version': 'svc-version',
};

/** Lets clients of the format send its public header names; the interface's own names win when both are there. */
export function acceptVendorHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    for (const [spelling, name] of Object.entries(vendorSpellings)) {
      const value = request.headers[spelling];
      if (value !== undefined) request.headers[name] ??= value;
    }
  });
}

/** Node takes the first of two hosts, a proxy perhaps the second: they must not disagree about whom a request is for (RFC 9112 section 3.2). */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    if (hosts > 1)
      throw new Refusal('bad_request', 'The request names its host more than once. Send one header "Host".');
  });
}

/** Headers of every answer: nothing may be framed, guessed at, cached by others, or leak its address. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-cache, no-store',
    });
  });
}

/** While the service stops, tells who gets a last answer to come no more on the connection, which would hold up the stop. */
export function closeConnectionsWhen(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close');
  });
}

/** One line for each request, by its route: addresses can carry tickets and are not written down. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'no route';
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method: request.method, route, status: reply.statusCode, ms }, 'request');
  });
}
