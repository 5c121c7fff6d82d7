import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';

/** Bytes of a form. */
const formBytes = 64 * 1024;

/**
 * Lets the routes of a scope take forms. The interface itself takes none, so that no page of another site can send it
 * something that a browser sends without asking.
 */
export function acceptForms(scope: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: formBytes } as const;
  scope.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) => {
    const form = new URLSearchParams(body);
    // No field of ours holds one, and not every database can.
    const hasNul = [...form].some(([name, value]) => name.includes('\0') || value.includes('\0'));
    if (hasNul) done(new Refusal('bad_request', 'A field of the form holds a character that cannot be.'));
    else done(null, form);
  });
}

/** The fields of the form that a request carries; none when it carries no form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
