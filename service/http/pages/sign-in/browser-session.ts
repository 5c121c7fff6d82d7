import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import { findSignedIn, signOut } from '../../../domain/people/sign-in/browser-session.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Service } from '../../../domain/service.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import { readCookie, setCookie } from '../cookies.ts';

/** Browser sign-ins, and protection against forms from other sites. */
export interface BrowserSessions {
  /** The signed-in user of the browser that sends the request; null for none. */
  personOf(request: FastifyRequest): Promise<UserRecord | null>;
  /** The secret of the browser's session, which may have ended; empty for none. */
  secretOf(request: FastifyRequest): string;
  /** Keeps the browser signed in with the secret from `signIn`. */
  begin(reply: FastifyReply, secret: string): void;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The value of every form's hidden field `form_token`, bound to this browser and its current session. */
  formToken(request: FastifyRequest, reply: FastifyReply): string;
  /** @throws Refusal `forbidden` if the form does not come from a page that this browser got from this service. */
  requireFormToken(request: FastifyRequest, form: URLSearchParams): void;
}

const sessionCookie = 'tandem_session';
const formCookie = 'tandem_form';

/** @param key secret of this service, shared by all of its processes. */
export function browserSessions(service: Service, key: string): BrowserSessions {
  const sent = (request: FastifyRequest, name: string) => readCookie(service, request, name);
  const secretOf = (request: FastifyRequest) => sent(request, sessionCookie) ?? '';
  const tokenOf = (browser: string, session: string | null) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['form', browser, session ?? '']))
      .digest();
  return {
    async personOf(request) {
      const secret = secretOf(request);
      return secret === '' ? null : findSignedIn(service, secret);
    },
    secretOf,
    begin(reply, secret) {
      const lifeMs = limits.browserSessionLifeMs;
      setCookie(service, reply, { name: sessionCookie, value: secret, lifeMs });
    },
    async end(request, reply) {
      const secret = sent(request, sessionCookie);
      if (secret !== null) await signOut(service, secret);
      setCookie(service, reply, { name: sessionCookie, value: '', lifeMs: 0 });
    },
    formToken(request, reply) {
      const known = sent(request, formCookie);
      const browser = known !== null && /^[0-9a-f]{32}$/.test(known) ? known : service.ids.hex(16);
      if (browser !== known) {
        setCookie(service, reply, { name: formCookie, value: browser, lifeMs: null });
      }
      return tokenOf(browser, sent(request, sessionCookie)).toString('base64url');
    },
    requireFormToken(request, form) {
      requireOwnPage(request, service.settings.publicUrl());
      const given = Buffer.from(form.get('form_token') ?? '', 'base64url');
      const expected = tokenOf(sent(request, formCookie) ?? '', sent(request, sessionCookie));
      if (given.length === expected.length && timingSafeEqual(given, expected)) return;
      const message = say`This form has expired, or your browser blocks cookies. Open the page again and retry.`;
      throw new Refusal('forbidden', message);
    },
  };
}

/**
 * Browsers send the origin of a form: forms from other sites are refused regardless of their content. The origin is `null` for
 * pages that send no referrer, as ours do; then `Sec-Fetch-Site` and the token decide.
 * @throws Refusal `forbidden`.
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
    say`This form comes from another site. Open the page on this service and try again there.`,
  );
}

/** The URL of the sign-in page that returns to a path of this service afterwards. */
export function signInAddress(path: string): string {
  return `/sign-in?${new URLSearchParams({ to: path })}`;
}

/** The path and query of a URL of this service; null for anything that could lead elsewhere. */
export function pathWithin(text: string | null): string | null {
  // Browsers treat a backslash as a slash and drop control characters: our paths contain neither.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
  if (text === null || !text.startsWith('/') || /^\/\/|[\\\u0000-\u0020\u007f]/.test(text)) return null;
  const here = 'http://here.invalid';
  const url = URL.parse(text, here);
  return url && url.origin === here && !url.pathname.startsWith('//') ? url.pathname + url.search : null;
}
