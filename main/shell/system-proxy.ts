import type { ElectronModule } from './electron-module.ts';

/** The proxy that the system has for an address, by its settings, a script, or the environment; null: none that we can use. */
export function systemProxy({ session }: Pick<ElectronModule, 'session'>): (address: URL) => Promise<string | null> {
  return async (address) => proxyOf(await session.defaultSession.resolveProxy(address.href));
}

/** The first choice of an answer such as `PROXY proxy.example.org:8080; DIRECT`. */
export function proxyOf(answer: string): string | null {
  const [, kind, place] = /^\s*(PROXY|HTTPS)\s+([^\s;]+)/.exec(answer) ?? [];
  if (place === undefined) return null;
  return `${kind === 'HTTPS' ? 'https' : 'http'}://${place}`;
}
