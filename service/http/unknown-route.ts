import type { FastifyInstance } from 'fastify';
import { type OperationName, operations } from '../../contract/operations.ts';
import { Refusal } from '../domain/refusal.ts';
import { sendError } from './error-response.ts';

/** Answers what no route takes: 405 when the path exists with other methods, 404 else. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const paths = knownPaths();
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const methods = paths.filter(({ pattern }) => pattern.test(path)).flatMap((known) => known.methods);
    if (methods.length === 0) {
      return sendError(
        new Refusal('not_found', `There is nothing at this address: ${path.slice(0, 200)}`),
        request,
        reply,
      );
    }
    const allowed = [...new Set(methods)].join(', ');
    reply.header('allow', allowed);
    const message = `${request.method} is not possible at this address; ${allowed} is.`;
    return sendError(new Refusal('method_not_allowed', message), request, reply);
  });
}

function knownPaths(): readonly { readonly pattern: RegExp; readonly methods: readonly string[] }[] {
  return (Object.keys(operations) as OperationName[]).map((name) => {
    const { path, method, alsoMethods } = operations[name];
    const pattern = new RegExp(`^/2\\.0${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
    return { pattern, methods: [method, ...alsoMethods] };
  });
}
