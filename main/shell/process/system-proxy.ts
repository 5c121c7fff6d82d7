import type { ElectronModule } from '../electron-module.ts';

/** The system's proxy for a URL, from its settings, a script, or the environment; null: no proxy. */
export function systemProxy({ session }: Pick<ElectronModule, 'session'>): (address: URL) => Promise<string | null> {
  return async (address) => proxyOf(await session.defaultSession.resolveProxy(address.href));
}

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTPS: 'https', SOCKS5: 'socks5' };

/** The system requires a kind of proxy that we do not support. */
class UnusableProxyError extends Error {
  readonly code = 'unusable_proxy';
}

/**
 * The first choice that we can use of an answer such as `PROXY proxy.example.org:8080; DIRECT`; null: straight.
 *
 * @throws {UnusableProxyError} rather than go around the proxies that the system asks for.
 */
export function proxyOf(answer: string): string | null {
  const choices = answer.split(';').map((choice) => choice.trim().split(/\s+/));
  for (const [kind, place] of choices) {
    if (kind === 'DIRECT') return null;
    const scheme = schemes[kind ?? ''];
    if (scheme !== undefined && place !== undefined) return `${scheme}://${place}`;
  }
  if (answer.trim() === '') return null;
  throw new UnusableProxyError(
    `The proxy of this computer is of the kind ${choices[0]?.[0]}, which Tandem can't use. Set an HTTP or SOCKS 5 proxy in Settings.`,
  );
}
