import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymousCaller, visitorScopes } from '../../../domain/access/anonymous.ts';
import { type LiveLink, stampOf } from '../../../domain/access/links/live-link.ts';
import { type LinkName, type LinkTrial, tryLink } from '../../../domain/access/links/try-link.ts';
import { assertNever, Refusal } from '../../../domain/refusal.ts';
import { type Caller, callerFor, type Service } from '../../../domain/service.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { Tickets } from '../../answers/tickets.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import { clientAddress } from '../../requests/client-address.ts';
import type { LinkOpener } from '../../requests/shared-link-header.ts';
import { readCookie, setCookie } from '../cookies.ts';
import { type BrowserSessions, signInAddress } from '../sign-in/browser-session.ts';
import { sendGonePage, sendNotForYouPage, sendPasswordPage } from './shared-link-pages.ts';

/** Dependencies of the public pages of shared links. */
export interface LinkPages {
  readonly service: Service;
  readonly tickets: Tickets;
  readonly sessions: BrowserSessions;
  readonly opener: LinkOpener;
  /** The rate limit of visitors, by address, since every visit adds a log entry. */
  readonly pace: RateLimit;
}

/** A visit through a link, limited to the link's item and everything below it, even for the owner. */
export interface Visit {
  readonly caller: Caller;
  readonly live: LiveLink;
  /** The path of the link, a prefix of all paths inside of it. */
  readonly base: string;
}

/** The link in a request's path: `/s/{token}` or `/v/{vanity name}`. */
export interface NamedLink {
  readonly name: LinkName;
  readonly base: string;
}

/** Admits a visitor, or sends the page that explains why not and returns null. */
export async function enter(
  pages: LinkPages,
  { name, base }: NamedLink,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | null> {
  const person = await pages.sessions.personOf(request);
  const trial = await tryWithCookie(pages, person, name, request);
  switch (trial.kind) {
    case 'open':
      return { caller: visitorOf(person, trial), live: trial.live, base };
    case 'gone':
      sendGonePage(reply);
      return null;
    case 'people':
      reply.redirect(signInAddress(request.url), 303);
      return null;
    case 'others':
      sendNotForYouPage(reply, person);
      return null;
    case 'password':
      sendPasswordPage(reply, { base, trouble: null });
      return null;
    default:
      return assertNever(trial);
  }
}

/** Handles the password form of a link. */
export async function answerPassword(
  pages: LinkPages,
  { name, base }: NamedLink,
  form: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visitor = await pages.sessions.personOf(request);
  const password = form.get('password') ?? '';
  const trial = await tryPassword(pages, { visitor, name, readings: [password], address: clientAddress(request) });
  if (trial instanceof Refusal) {
    reply.header('retry-after', String(trial.retryAfterSeconds ?? 60));
    return sendPasswordPage(reply, { base, trouble: { status: 429, sentence: trial.message } });
  }
  if (trial.kind === 'password') {
    const sentence = password === '' ? 'Enter the password.' : 'Incorrect password.';
    return sendPasswordPage(reply, { base, trouble: { status: 403, sentence } });
  }
  if (trial.kind === 'open') keepProof(pages, trial, reply);
  // Any other requirement of the link is shown at the redirect target.
  return reply.redirect(base, 303);
}

async function tryPassword(
  { opener }: LinkPages,
  attempt: Parameters<LinkOpener['open']>[0],
): Promise<LinkTrial | Refusal> {
  try {
    return await opener.open(attempt);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limit_exceeded') return error;
    throw error;
  }
}

/** A signed proof that this browser knows the password, valid while the browser stays open and the link is unchanged. */
function keepProof({ service, tickets }: LinkPages, trial: LinkTrial & { kind: 'open' }, reply: FastifyReply): void {
  const { itemId, stamp } = trial.pass;
  const value = tickets.issueLinkProof({ itemId, stamp });
  setCookie(service, reply, { name: cookieName(trial.live), value, lifeMs: null });
}

async function tryWithCookie(
  { service, tickets }: LinkPages,
  person: UserRecord | null,
  name: LinkName,
  request: FastifyRequest,
): Promise<LinkTrial> {
  const trial = await tryLink(service, person, name, null);
  if (trial.kind !== 'password') return trial;
  const proof = tickets.readLinkProof(readCookie(service, request, cookieName(trial.live)) ?? '');
  const isProved = proof?.itemId === trial.live.item.id && proof.stamp === stampOf(trial.live.link);
  return isProved ? tryLink(service, person, name, proof.stamp) : trial;
}

function cookieName({ item }: LiveLink): string {
  return `tandem_link_${item.id}`;
}

/** Through a link, even the owner sees only its content. */
function visitorOf(person: UserRecord | null, { pass }: LinkTrial & { kind: 'open' }): Caller {
  if (person === null) return anonymousCaller(pass);
  return { ...callerFor(person, visitorScopes), restrictedTo: { itemId: pass.itemId }, sharedLink: pass };
}
