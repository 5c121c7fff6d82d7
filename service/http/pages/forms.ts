import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bytes of a form. */
const formBytes = 64 * 1024;

/**
 * Lets the routes of a scope take forms. The interface itself takes none, so that no page of another site can send it
 * something that a browser sends without asking.
 */
export function acceptForms(scope: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: formBytes } as const;
  scope.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) => {
    done(null, new URLSearchParams(body));
  });
}

/** The fields of the form that a request carries; none when it carries no form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
