import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Service } from '../../domain/service.ts';
import { findSignedIn, signOut } from '../../domain/sign-in/browser-session.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import { readCookie, setCookie } from './cookies.ts';

/** Who is signed in with a browser, and what makes sure that a form was filled in on a page of this service. */
export interface BrowserSessions {
  /** The person signed in with the browser that sends the request; null for nobody. */
  personOf(request: FastifyRequest): Promise<UserRecord | null>;
  /** Keeps the browser signed in by the secret that `signIn` made. */
  begin(reply: FastifyReply, secret: string): void;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** What every form of a page carries in the hidden field `form_token`; it belongs to this browser and to the session that it has now. */
  formToken(request: FastifyRequest, reply: FastifyReply): string;
  /** @throws Refusal `forbidden` when the form does not come from a page that this browser got from this service. */
  requireFormToken(request: FastifyRequest, form: URLSearchParams): void;
}

const sessionCookie = 'tandem_session';
const formCookie = 'tandem_form';

/** @param key secret of this service, the same in all of its processes. */
export function browserSessions(service: Service, key: string): BrowserSessions {
  const isSecure = () => service.settings.publicUrl().startsWith('https:');
  const sent = (request: FastifyRequest, name: string) => readCookie(request, { name, isSecure: isSecure() });
  const tokenOf = (browser: string, session: string | null) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['form', browser, session ?? '']))
      .digest();
  return {
    async personOf(request) {
      const secret = sent(request, sessionCookie);
      return secret === null || secret === '' ? null : findSignedIn(service, secret);
    },
    begin(reply, secret) {
      const lifeMs = limits.browserSessionLifeMs;
      setCookie(reply, { name: sessionCookie, value: secret, lifeMs, isSecure: isSecure() });
    },
    async end(request, reply) {
      const secret = sent(request, sessionCookie);
      if (secret !== null) await signOut(service, secret);
      setCookie(reply, { name: sessionCookie, value: '', lifeMs: 0, isSecure: isSecure() });
    },
    formToken(request, reply) {
      const known = sent(request, formCookie);
      const browser = known !== null && /^[0-9a-f]{32}$/.test(known) ? known : service.ids.hex(16);
      if (browser !== known) {
        setCookie(reply, { name: formCookie, value: browser, lifeMs: null, isSecure: isSecure() });
      }
      return tokenOf(browser, sent(request, sessionCookie)).toString('base64url');
    },
    requireFormToken(request, form) {
      requireOwnPage(request, service.settings.publicUrl());
      const given = Buffer.from(form.get('form_token') ?? '', 'base64url');
      const expected = tokenOf(sent(request, formCookie) ?? '', sent(request, sessionCookie));
      if (given.length === expected.length && timingSafeEqual(given, expected)) return;
      const message = 'This form is too old, or your browser keeps no cookies. Open the page again and repeat it.';
      throw new Refusal('forbidden', message);
    },
  };
}

/**
 * Browsers say from which site a form comes: one of another site is refused whatever it holds. `null` is what they say for a page that
 * gives no referrer away, as ours do; then `Sec-Fetch-Site` and the token decide. @throws Refusal `forbidden`.
 */
function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  const isOwnOrigin =
    origin === undefined ||
    origin === 'null' ||
    origin === URL.parse(publicUrl)?.origin ||
    URL.parse(origin)?.host === host;
  if (isOwnSite && isOwnOrigin) return;
  throw new Refusal(
    'forbidden',
    'This form comes from another site. Open the page of this service and repeat it there.',
  );
}

/** The address of the sign-in page that leads back to a path of this service afterwards. */
export function signInAddress(path: string): string {
  return `/sign-in?${new URLSearchParams({ to: path })}`;
}

/** The path and query of an address of this service; null for anything that could lead elsewhere. */
export function pathWithin(text: string | null): string | null {
  // Browsers read a backslash as a slash and drop control characters: none of them belongs into a path of ours.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (text === null || !text.startsWith('/') || /^\/\/|[\\\u0000-\u0020\u007f]/.test(text)) return null;
  const here = 'http://here.invalid';
  const url = URL.parse(text, here);
  return url && url.origin === here && !url.pathname.startsWith('//') ? url.pathname + url.search : null;
}
