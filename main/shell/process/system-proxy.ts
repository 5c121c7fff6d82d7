import { connect } from 'node:net';
import type { ElectronModule } from '../electron-module.ts';

/** A proxy as a URL; null: no proxy. */
type Choice = string | null;

/**
 * The system's proxy for a URL, from its settings, a script, or the environment; null: no proxy. Of several choices it is the first that accepts
 * connections, so a proxy of the office is passed over at home.
 */
export function systemProxy(
  { session }: Pick<ElectronModule, 'session'>,
  isReachable: (proxy: string) => Promise<boolean> = remembered(acceptsConnections),
): (address: URL) => Promise<Choice> {
  return async (address) => {
    const choices = proxiesOf(await session.defaultSession.resolveProxy(address.href));
    for (const choice of choices.slice(0, -1)) if (choice === null || (await isReachable(choice))) return choice;
    return choices.at(-1) ?? null;
  };
}

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTPS: 'https', SOCKS5: 'socks5' };

/** The system requires a kind of proxy that we do not support. */
class UnusableProxyError extends Error {
  readonly code = 'unusable_proxy';
}

/**
 * The choices that we can use of an answer such as `PROXY proxy.example.org:8080; DIRECT`, best first; at least one.
 *
 * @throws {UnusableProxyError} rather than go around the proxies that the system asks for.
 */
export function proxiesOf(answer: string): readonly Choice[] {
  const named = answer.split(';').map((choice) => choice.trim().split(/\s+/));
  const usable = named.flatMap(([kind, place]): readonly Choice[] => {
    if (kind === 'DIRECT') return [null];
    const scheme = schemes[kind ?? ''];
    return scheme !== undefined && place !== undefined ? [`${scheme}://${place}`] : [];
  });
  if (usable.length > 0) return usable;
  if (answer.trim() === '') return [null];
  throw new UnusableProxyError(
    `The proxy of this computer is of the kind ${named[0]?.[0]}, which Tandem can't use. Set an HTTP or SOCKS 5 proxy in Settings.`,
  );
}

/** The ports that a proxy's URL leaves out. */
const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };

/** Longest wait for a proxy that has an alternative. */
const CONNECT_MS = 3_000;

/** Whether a proxy accepts a connection. Sends nothing. */
export function acceptsConnections(proxy: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(proxy);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: port === '' ? (USUAL_PORTS[protocol] ?? 80) : Number(port) });
    const end = (isReachable: boolean): void => {
      socket.destroy();
      resolve(isReachable);
    };
    socket.setTimeout(CONNECT_MS, () => end(false));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** For this long an answer about a proxy counts: a computer is not carried from one network to another more quickly. */
const ANSWER_MS = 15_000;

/** Asks once for many questions at a time. */
export function remembered(
  ask: (proxy: string) => Promise<boolean>,
  nowMs: () => number = Date.now,
): (proxy: string) => Promise<boolean> {
  const answers = new Map<string, { readonly answer: Promise<boolean>; readonly atMs: number }>();
  return (proxy) => {
    const known = answers.get(proxy);
    if (known !== undefined && Math.abs(nowMs() - known.atMs) < ANSWER_MS) return known.answer;
    const answer = ask(proxy);
    answers.set(proxy, { answer, atMs: nowMs() });
    return answer;
  };
}
