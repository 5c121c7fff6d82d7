import { Agent, type Dispatcher, fetch as fetchWith, ProxyAgent } from 'undici';

/** The proxy for requests to other computers, `http://HOST:PORT`; null for none. Evaluated for each request. */
export type ProxySetting = (address: URL) => string | null | Promise<string | null>;

export const noProxy: ProxySetting = () => null;

/** The connections of one part of the program, direct or through the proxy, depending on the URL. */
export type Lines = {
  to(address: URL): Promise<Dispatcher>;
  /** Closes all of them at once. The next request opens new ones. */
  drop(): void;
  close(): Promise<void>;
};

type Through = { readonly proxy: string; readonly agent: ProxyAgent };

/** A service on a socket (a pipe on Windows), and the origins of its URLs: requests to these use only the socket. */
export type SocketLine = { readonly path: string; readonly origins: ReadonlySet<string> };

export function openLines(
  options: Agent.Options,
  setting: ProxySetting = noProxy,
  socket: SocketLine | null = null,
): Lines {
  const newLocal = (): Agent | null =>
    socket === null ? null : new Agent({ ...options, connect: { ...options.connect, socketPath: socket.path } });
  let direct = new Agent(options);
  let local = newLocal();
  let through: Through | null = null;
  /** Requests through the previous proxy may finish there. */
  const leave = (): void => {
    void through?.agent.close();
    through = null;
  };
  const agentFor = (proxy: string): ProxyAgent => {
    if (through?.proxy !== proxy) {
      leave();
      // `connect` applies to direct connections; the proxy agent creates its own.
      const { connect: _connect, ...rest } = options;
      through = { proxy, agent: new ProxyAgent({ ...rest, uri: proxy }) };
    }
    return through.agent;
  };
  return {
    to: async (address) => {
      if (local !== null && socket?.origins.has(address.origin) === true) return local;
      const proxy = isThisComputer(address) ? null : await setting(address);
      return proxy === null ? direct : agentFor(proxy);
    },
    drop: () => {
      const dead = direct;
      direct = new Agent(options);
      void dead.destroy();
      void local?.destroy();
      local = newLocal();
      void through?.agent.destroy();
      through = null;
    },
    // Does not wait: requests still in flight are no longer needed.
    close: async () => {
      await Promise.all([direct.destroy(), local?.destroy(), through?.agent.destroy()]);
    },
  };
}

/** This computer never needs a proxy: the private service and the sign-in redirect are local. */
export const isThisComputer = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** A `fetch` for the few requests of other libraries, each over its own connection. */
export function fetchOver(setting: ProxySetting): typeof fetch {
  return async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    const proxy = isThisComputer(address) ? null : await setting(address);
    if (proxy === null) return fetch(input, init);
    const dispatcher = new ProxyAgent(proxy);
    try {
      const answer = await fetchWith(address.href, { ...(init as Parameters<typeof fetchWith>[1]), dispatcher });
      // Read completely to release the connection; these answers are short.
      const body = await answer.text();
      return new Response(body === '' ? null : body, { status: answer.status, headers: [...answer.headers] });
    } finally {
      await dispatcher.close();
    }
  };
}
