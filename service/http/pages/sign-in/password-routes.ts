import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeOwnPassword } from '../../../domain/people/sign-in/change-own-password.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Service } from '../../../domain/service.ts';
import { clientAddress } from '../../requests/client-address.ts';
import { formOf } from '../forms.ts';
import { type BrowserSessions, signInAddress } from './browser-session.ts';
import type { PasswordGuesses } from './password-guesses.ts';
import { passwordPath, sendPasswordChanged, sendPasswordPage } from './password-page.ts';

/** Dependencies of the page. */
export interface PasswordPages {
  readonly service: Service;
  readonly sessions: BrowserSessions;
  readonly guesses: PasswordGuesses;
}

/** The page on which users change their own password; in a scope that accepts forms. */
export function addPasswordRoutes(scope: FastifyInstance, pages: PasswordPages): void {
  const { sessions } = pages;
  scope.get(passwordPath, async (request, reply) => {
    const person = await sessions.personOf(request);
    if (!person) return reply.redirect(signInAddress(passwordPath), 303);
    const formToken = sessions.formToken(request, reply);
    return sendPasswordPage(reply, { formToken, login: person.login, trouble: null });
  });
  scope.post(passwordPath, async (request, reply) => answerChange(pages, request, reply));
}

async function answerChange(
  { service, sessions, guesses }: PasswordPages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = formOf(request);
  sessions.requireFormToken(request, form);
  const person = await sessions.personOf(request);
  if (!person) return reply.redirect(signInAddress(passwordPath), 303);
  const again = (status: number, sentence: string) => {
    const formToken = sessions.formToken(request, reply);
    return sendPasswordPage(reply, { formToken, login: person.login, trouble: { status, sentence } });
  };
  const [current = '', next = '', repeated = ''] = ['current', 'next', 'again'].map((name) => form.get(name) ?? '');
  if (current === '') return again(400, 'Enter your current password.');
  if (next !== repeated) return again(400, 'The new passwords do not match.');
  const guess = { subject: `login:${person.login.toLowerCase()}`, address: clientAddress(request), password: current };
  const endTokens = form.get('end_tokens') === 'yes';
  try {
    const secret = await guesses.attempt(guess, () => changeOwnPassword(service, person, { current, next, endTokens }));
    if (secret === null) return await again(403, 'Incorrect current password.');
    sessions.begin(reply, secret);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'rate_limit_exceeded') return again(400, error.message);
    reply.header('retry-after', String(error.retryAfterSeconds));
    return again(429, error.message);
  }
  return sendPasswordChanged(reply, endTokens);
}
