import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorStatus } from '../../../../contract/error-codes.ts';
import { signIn } from '../../../domain/people/sign-in/sign-in.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Service } from '../../../domain/service.ts';
import { clientAddress } from '../../requests/client-address.ts';
import { showErrorsAsPages } from '../error-page.ts';
import { acceptForms, formOf } from '../forms.ts';
import { type BrowserSessions, pathWithin } from './browser-session.ts';
import type { PasswordGuesses } from './password-guesses.ts';
import { addPasswordRoutes } from './password-routes.ts';
import { sendSignedInPage, sendSignInPage } from './sign-in-page.ts';

/** Dependencies of the sign-in pages. */
export interface SignInPages {
  readonly service: Service;
  readonly sessions: BrowserSessions;
  readonly guesses: PasswordGuesses;
}

/** The destination after a sign-in that has no other purpose. */
const home = '/sign-in';

/** The pages that sign a browser in and out. They work without scripts. */
export async function addSignInRoutes(scope: FastifyInstance, pages: SignInPages): Promise<void> {
  const { sessions } = pages;
  acceptForms(scope);
  showErrorsAsPages(scope);
  scope.get<{ Querystring: { to?: string | string[] } }>('/sign-in', async (request, reply) => {
    const wanted = request.query.to;
    const to = pathWithin(typeof wanted === 'string' ? wanted : null) ?? home;
    const person = await sessions.personOf(request);
    const formToken = sessions.formToken(request, reply);
    if (person && to !== home) return reply.redirect(to, 303);
    if (person) return sendSignedInPage(reply, formToken, person.name, person.login);
    return sendSignInPage(reply, { formToken, to, login: '', trouble: null });
  });
  scope.get('/', async (request, reply) => {
    const isBrowser = request.headers.accept?.includes('text/html') === true;
    return isBrowser ? reply.redirect(home, 303) : reply.callNotFound();
  });
  addPasswordRoutes(scope, pages);
  scope.post('/sign-in', async (request, reply) => answerSignIn(pages, request, reply));
  scope.post('/sign-out', async (request, reply) => {
    const form = formOf(request);
    sessions.requireFormToken(request, form);
    await sessions.end(request, reply);
    return reply.redirect(pathWithin(form.get('to')) ?? home, 303);
  });
}

/** The refusal of a form that does not come from a page of this browser's current session; null for one that does. */
function staleForm(sessions: BrowserSessions, request: FastifyRequest): Refusal | null {
  try {
    sessions.requireFormToken(request, formOf(request));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function answerSignIn(pages: SignInPages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { service, sessions } = pages;
  const form = formOf(request);
  const to = pathWithin(form.get('to')) ?? home;
  const login = (form.get('login') ?? '').trim();
  const again = (status: number, sentence: string, shown = login) => {
    const formToken = sessions.formToken(request, reply);
    return sendSignInPage(reply, { formToken, to, login: shown, trouble: { status, sentence } });
  };
  const stale = staleForm(sessions, request);
  if (stale !== null) {
    // Another tab signed in, or the page was open for long.
    if (await sessions.personOf(request)) return reply.redirect(to, 303);
    return again(errorStatus[stale.code], stale.message, '');
  }
  const password = form.get('password') ?? '';
  if (login === '' || password === '') return again(400, 'Enter your login and your password.');
  const guess = { subject: `login:${login.toLowerCase()}`, address: clientAddress(request), password };
  const signedIn = await pages.guesses
    .attempt(guess, () => signIn(service, { login, password }))
    .catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'rate_limit_exceeded') return error;
      throw error;
    });
  if (signedIn instanceof Refusal) {
    reply.header('retry-after', String(signedIn.retryAfterSeconds));
    return again(429, signedIn.message);
  }
  if (!signedIn) return again(403, 'Incorrect login or password.');
  await sessions.end(request, reply);
  reply.removeHeader('set-cookie');
  sessions.begin(reply, signedIn.secret);
  return reply.redirect(to, 303);
}
