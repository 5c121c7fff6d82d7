import type { FastifyInstance } from 'fastify';
import { say } from '../../../contract/rules/say.ts';
import { Refusal } from '../../domain/refusal.ts';
import { allowedMethods } from './allowed-methods.ts';
import { sendError } from './error-response.ts';

/** Handles requests without a route: 405 if the path exists with other methods, otherwise 404. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(request.url);
    if (methods === null) {
      const path = request.url.split('?')[0] ?? '';
      const message = say`There is nothing at this URL: ${path.slice(0, 200)}`;
      return sendError(new Refusal('not_found', message), request, reply);
    }
    const allowed = methods.length === 0 ? 'nothing' : methods.join(', ');
    const message = say`${request.method} is not allowed at this URL. Allowed: ${allowed}.`;
    return sendError(new Refusal('method_not_allowed', message), request, reply);
  });
}
