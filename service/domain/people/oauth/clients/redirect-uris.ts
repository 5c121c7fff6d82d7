import { say } from '../../../../../contract/rules/say.ts';
import { parameterRefusal } from '../../../refusal.ts';

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * True if a sign-in may redirect to `given`: an exact match with a registered URI, except that a loopback address matches every
 * port, because a native app uses whichever is free (RFC 8252 7.3).
 */
export function isRedirectAllowed(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true;
  const loopback = withoutPort(given);
  return loopback !== null && registered.some((one) => withoutPort(one) === loopback);
}

function withoutPort(text: string): string | null {
  // The URL parser ignores these characters, and so would a comparison.
  if (/[^\x21-\x7e]/.test(text)) return null;
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' || !loopbackHosts.includes(url.hostname)) return null;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  return url.hostname + url.pathname + url.search;
}

/**
 * Validates a redirect URI: https anywhere, http on the loopback address, or a private scheme with a dot, such as
 * `org.example.app:/signed-in` (RFC 8252 7.1).
 * @throws Refusal `bad_request`.
 */
export function requireRedirectUri(text: string): void {
  const url = URL.parse(text);
  const isHttps = url?.protocol === 'https:' && url.username === '' && url.password === '';
  const isOwnScheme = url !== null && /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]+:$/.test(url.protocol);
  if (!text.includes('#') && (isHttps || withoutPort(text) !== null || isOwnScheme)) return;
  const message = say`A redirect URI must be https, http on 127.0.0.1, [::1] or localhost, or have a scheme with a dot such as org.example.app:/signed-in, without a fragment, not "${text.slice(0, 200)}".`;
  throw parameterRefusal('bad_request', 'redirect_uri', message);
}
