import type { EnvHttpProxyAgent } from 'undici';
import { ApiError } from '../api-error.ts';

/** The proxies that the environment names: HTTPS_PROXY and HTTP_PROXY, except for the hosts in NO_PROXY. undici reads the last. */
export const ENVIRONMENT = Symbol('the proxies of the environment');

/** In place of the system's settings, which only the desktop app can read. */
export const environmentProxy = (): typeof ENVIRONMENT | null =>
  valueOf('HTTPS_PROXY') === null && valueOf('HTTP_PROXY') === null ? null : ENVIRONMENT;

/**
 * The proxies as URLs. Without a scheme they are HTTP proxies, as for curl.
 * @throws `ApiError` (`offline`) for a proxy that Tandem cannot use. Its value may hold a password.
 */
export function namedProxies(): Pick<EnvHttpProxyAgent.Options, 'httpProxy' | 'httpsProxy'> {
  const [httpProxy, httpsProxy] = [urlOf('HTTP_PROXY'), urlOf('HTTPS_PROXY')];
  return { ...(httpProxy !== null && { httpProxy }), ...(httpsProxy !== null && { httpsProxy }) };
}

function urlOf(name: string): string | null {
  const named = valueOf(name);
  if (named === null) return null;
  const url = named.value.includes('://') ? named.value : `http://${named.value}`;
  if (['http:', 'https:', 'socks5:'].includes(URL.parse(url)?.protocol ?? '')) return url;
  const message = `${named.name} doesn't name a proxy that Tandem can use. It must be a URL, such as http://proxy.example.org:8080.`;
  throw new ApiError({ status: null, code: 'offline', message });
}

/** In lower case first, as undici and others do. */
function valueOf(upper: string): { readonly name: string; readonly value: string } | null {
  const lower = upper.toLowerCase();
  const name = process.env[lower] === undefined ? upper : lower;
  const value = process.env[name];
  return value === undefined || value === '' ? null : { name, value };
}
