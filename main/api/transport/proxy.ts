import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { ENVIRONMENT, namedProxies } from './environment-proxy.ts';

/** `http://HOST:PORT`, or those that the environment names. */
type Proxy = string | typeof ENVIRONMENT;

/** The proxy for requests to other computers; null for none. Evaluated for each request. */
export type ProxySetting = (url: URL) => Proxy | null | Promise<Proxy | null>;

export const noProxy: ProxySetting = () => null;

/** Loaded by the first request: most commands send none, and loading it takes longer than their work. */
const loadUndici = () => import('undici');

/** The connections of one part of the program, direct or through the proxy, depending on the URL. */
export type Lines = {
  to(url: URL): Promise<Dispatcher>;
  /** Closes all of them at once. The next request opens new ones. */
  drop(): void;
  close(): Promise<void>;
};

type Through = { readonly proxy: Proxy; readonly agent: Dispatcher };

/** A service on a socket (a pipe on Windows), and the origins of its URLs: requests to these use only the socket. */
export type SocketLine = { readonly line: PrivateLine; readonly origins: ReadonlySet<string> };

/** `connect`: to the program that listens there, once it has proven that it is ours. */
export type PrivateLine = { readonly path: string; readonly connect: (timeoutMs: number) => Promise<Socket> };

export function openLines(
  options: Agent.Options,
  setting: ProxySetting = noProxy,
  socket: SocketLine | null = null,
): Lines {
  let direct: Agent | null = null;
  let local: Agent | null = null;
  let through: Through | null = null;
  let isClosed = false;
  /** Requests through the previous proxy may finish there. */
  const leave = (): void => {
    void through?.agent.close();
    through = null;
  };
  const dropAll = async (): Promise<void> => {
    const dead = { direct, local, through };
    [direct, local, through] = [null, null, null];
    await Promise.all([dead.direct?.destroy(), dead.local?.destroy(), dead.through?.agent.destroy()]);
  };
  const agentFor = async (url: URL): Promise<Dispatcher> => {
    const undici = await loadUndici();
    const { Agent } = undici;
    if (socket?.origins.has(url.origin) === true) {
      local ??= new Agent({ ...options, connect: connectorOf(socket, options) });
      return local;
    }
    const proxy = isThisComputer(url) ? null : await setting(url);
    if (proxy === null) {
      direct ??= new Agent(options);
      return direct;
    }
    if (through?.proxy !== proxy) {
      leave();
      through = { proxy, agent: agentThrough(undici, proxy, options) };
    }
    return through.agent;
  };
  return {
    to: async (url) => {
      const agent = await agentFor(url);
      // The request fails, as those did that were in flight.
      if (isClosed) await dropAll();
      return agent;
    },
    drop: () => void dropAll(),
    // Does not wait: requests still in flight are no longer needed.
    close: async () => {
      isClosed = true;
      await dropAll();
    },
  };
}

function agentThrough(
  { EnvHttpProxyAgent, ProxyAgent }: Awaited<ReturnType<typeof loadUndici>>,
  proxy: Proxy,
  options: Agent.Options = {},
): Dispatcher {
  if (proxy === ENVIRONMENT) return new EnvHttpProxyAgent({ ...options, ...namedProxies() });
  // `connect` applies to direct connections; the proxy agent creates its own.
  const { connect: _connect, ...rest } = options;
  return new ProxyAgent({ ...rest, uri: proxy });
}

/** This computer never needs a proxy: the private service and the sign-in redirect are local. */
export const isThisComputer = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** A `fetch` for the few requests of other libraries, each over its own connection. */
export function fetchOver(setting: ProxySetting): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = isThisComputer(url) ? null : await setting(url);
    if (proxy === null) return fetch(input, init);
    const undici = await loadUndici();
    const { fetch: fetchWith } = undici;
    const dispatcher = agentThrough(undici, proxy);
    try {
      const answer = await fetchWith(url.href, { ...(init as Parameters<typeof fetchWith>[1]), dispatcher });
      // Read completely to release the connection; these answers are short.
      const body = await answer.text();
      return new Response(body === '' ? null : body, { status: answer.status, headers: [...answer.headers] });
    } finally {
      await dispatcher.close();
    }
  };
}

/** Connects for undici, which speaks HTTP on the socket it gets. */
function connectorOf({ line: { connect } }: SocketLine, options: Agent.Options): buildConnector.connector {
  const timeoutMs = typeof options.connect === 'object' ? (options.connect.timeout ?? USUAL_MS) : USUAL_MS;
  const connecting = callbackify(connect);
  return (_address, done) =>
    connecting(timeoutMs, (error, socket) => (error === null ? done(null, socket) : done(error, null)));
}

const USUAL_MS = 10_000;
