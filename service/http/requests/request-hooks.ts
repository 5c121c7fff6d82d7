import type { FastifyInstance } from 'fastify';
import { publicHeaderNames } from '../../../contract/public-headers.ts';
import { say } from '../../../contract/rules/say.ts';
import { Refusal } from '../../domain/refusal.ts';

/*
 * Hooks of every request. They call back instead of returning promises, of which each would cost every request some turns of the queue of
 * microtasks.
 */

const publicNames = Object.entries(publicHeaderNames);

/** Accepts the public header names of the format; the interface's own names win if both are present. */
export function acceptVendorHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    for (const [name, publicName] of publicNames) {
      const value = request.headers[publicName];
      if (value !== undefined) request.headers[name] ??= value;
    }
    done();
  });
}

/**
 * Node uses the first of two Host headers, a proxy perhaps the second: they must not disagree about the target of a request (RFC
 * 9112 section 3.2).
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    if (hosts > 1)
      throw new Refusal('bad_request', say`The request has more than one "Host" header. Send exactly one.`);
    done();
  });
}

/** Headers of every response: no framing, no type guessing, no caching by others, no referrer. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-cache, no-store',
    });
    done();
  });
}

/** While the service stops, tells clients with their last response not to reuse the connection, which would delay the stop. */
export function closeConnectionsWhen(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** One line per request, by route: URLs can contain tickets and are not logged. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'no route';
    const ms = Math.round(reply.elapsedTime);
    // On the service's own log, which drops the line at once below the level `info`; the request's would be made for it.
    app.log.info({ request_id: request.id, method: request.method, route, status: reply.statusCode, ms }, 'request');
    done();
  });
}
