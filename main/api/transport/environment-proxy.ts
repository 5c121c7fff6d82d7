import { ApiError } from '../api-error.ts';

/** The proxies that the environment names: HTTPS_PROXY and HTTP_PROXY, except for the hosts in NO_PROXY. undici reads them. */
export const ENVIRONMENT = Symbol('the proxies of the environment');

/** In place of the system's settings, which only the desktop app can read. */
export const environmentProxy = (): typeof ENVIRONMENT | null => (namedProxies().length === 0 ? null : ENVIRONMENT);

/** @throws `ApiError` (`offline`) for a proxy that is not named by a URL. Its value may hold a password. */
export function requireUsableEnvironment(): void {
  for (const [name, value] of namedProxies()) {
    const protocol = URL.parse(value)?.protocol ?? '';
    if (['http:', 'https:', 'socks5:'].includes(protocol)) continue;
    const message = `${name} doesn't name a proxy that Tandem can use. It must be a URL, such as http://proxy.example.org:8080.`;
    throw new ApiError({ status: null, code: 'offline', message });
  }
}

/** In lower case first, as undici and others do. */
function namedProxies(): readonly (readonly [name: string, value: string])[] {
  return ['HTTPS_PROXY', 'HTTP_PROXY'].flatMap((upper) => {
    const lower = upper.toLowerCase();
    const name = process.env[lower] === undefined ? upper : lower;
    const value = process.env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
}
