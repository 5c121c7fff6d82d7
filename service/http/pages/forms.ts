import type { FastifyInstance, FastifyRequest } from 'fastify';
import { say } from '../../../contract/rules/say.ts';
import { Refusal } from '../../domain/refusal.ts';

/** Maximum size of a form in bytes. */
const formBytes = 64 * 1024;

/**
 * Lets the routes of a scope accept forms. The interface itself accepts none, so that pages of other sites cannot send it requests
 * that browsers allow without a preflight.
 */
export function acceptForms(scope: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: formBytes } as const;
  scope.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) => {
    const form = new URLSearchParams(body);
    // None of our fields contains one, and not every database can store it.
    const hasNul = [...form].some(([name, value]) => name.includes('\0') || value.includes('\0'));
    if (hasNul) done(new Refusal('bad_request', say`A field of the form contains an invalid character.`));
    else done(null, form);
  });
}

/** The form fields of a request; empty if it has no form. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
