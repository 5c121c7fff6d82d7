import type { IncomingHttpHeaders } from 'node:http';

/**
 * Judges whether a request is addressed to us and comes from our own page. Any page in the browser can send requests to the loopback address, and a
 * foreign name can be pointed at it (DNS rebinding). Cookies even treat other ports of a host as the same site. `wrong_host`: the browser used
 * another host name; `foreign_origin`: another page sent the request.
 */
export type OriginVerdict = 'own' | 'wrong_host' | 'foreign_origin';

/** `authority` is ours, e.g. `0123456789abcdef.localhost:4711`. `changes`: the request has side effects, so it must state its origin. */
export function judgeOrigin(headers: IncomingHttpHeaders, authority: string, changes: boolean): OriginVerdict {
  if (headers.host !== authority) return 'wrong_host';
  const { origin } = headers;
  if (origin !== undefined) return origin === `http://${authority}` ? 'own' : 'foreign_origin';
  if (changes) return 'foreign_origin';
  // Fetch metadata (W3C): reject loads from foreign pages, such as an image or a script. Opening a link is a navigation.
  const site = headers['sec-fetch-site'];
  const isElsewhere = site === 'cross-site' || site === 'same-site';
  return isElsewhere && headers['sec-fetch-mode'] !== 'navigate' ? 'foreign_origin' : 'own';
}
