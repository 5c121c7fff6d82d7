import { parameterRefusal } from '../refusal.ts';

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * True when a sign-in may lead to `given`: it is registered to the letter, except that a loopback address stands for
 * every port, because a native app takes the one that is free (RFC 8252 7.3).
 */
export function isRedirectAllowed(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true;
  const loopback = withoutPort(given);
  return loopback !== null && registered.some((one) => withoutPort(one) === loopback);
}

function withoutPort(text: string): string | null {
  // The parser of addresses passes over these, and so would a comparison.
  if (/[^\x21-\x7e]/.test(text)) return null;
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' || !loopbackHosts.includes(url.hostname)) return null;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  return url.hostname + url.pathname + url.search;
}

/**
 * Tests an address that an operator registers: https anywhere, http on the loopback address, or a scheme of the app's own
 * that has a dot, as `org.example.app:/signed-in` (RFC 8252 7.1). @throws Refusal `bad_request`.
 */
export function requireRedirectUri(text: string): void {
  const url = URL.parse(text);
  const isHttps = url?.protocol === 'https:' && url.username === '' && url.password === '';
  const isOwnScheme = url !== null && /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]+:$/.test(url.protocol);
  if (url && url.hash === '' && !text.includes('#') && (isHttps || withoutPort(text) !== null || isOwnScheme)) return;
  const message =
    `A redirect address must be https, http on 127.0.0.1, [::1] or localhost, or have a scheme with a dot such as ` +
    `org.example.app:/signed-in, and no fragment; "${text.slice(0, 200)}" is not.`;
  throw parameterRefusal('bad_request', 'redirect_uri', message);
}
