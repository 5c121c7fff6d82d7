import type { IncomingHttpHeaders } from 'node:http';

/**
 * Is this request meant for us, and sent by our own page? Any page in the browser can send requests to the loopback address, and
 * a foreign name can be made to point at it (DNS rebinding); other ports of 127.0.0.1 even count as the same site for cookies.
 * `wrong_host`: the address bar shows another name; `foreign_origin`: another page asks.
 */
export type OriginVerdict = 'own' | 'wrong_host' | 'foreign_origin';

/** `authority` is ours, e.g. `127.0.0.1:4711`. `changes`: the request does something, so it must say where it comes from. */
export function judgeOrigin(headers: IncomingHttpHeaders, authority: string, changes: boolean): OriginVerdict {
  if (headers.host !== authority) return 'wrong_host';
  const { origin } = headers;
  if (origin !== undefined) return origin === `http://${authority}` ? 'own' : 'foreign_origin';
  if (changes) return 'foreign_origin';
  // Fetch metadata (W3C): a page elsewhere that loads from here as an image or a script; opening a link is a navigation.
  const site = headers['sec-fetch-site'];
  const isElsewhere = site === 'cross-site' || site === 'same-site';
  return isElsewhere && headers['sec-fetch-mode'] !== 'navigate' ? 'foreign_origin' : 'own';
}
