import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';

/** A real proxy on the loopback address, for plain requests (RFC 9112 3.2.2) and tunnels (RFC 9110 9.3.6). */
export type ForwardProxy = AsyncDisposable & {
  readonly address: string;
  /** Recorded requests: `CONNECT host:port`, or a method and a URL. */
  readonly asked: readonly string[];
  /** Number of open connections from clients. */
  connections(): Promise<number>;
};

/** `names`: host names that only the proxy resolves, as in an internal network; `host:port`. */
export async function startForwardProxy(names: Readonly<Record<string, string>>): Promise<ForwardProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const placeOf = (authority: string) => new URL(`http://${names[authority.replace(/:\d+$/, '')] ?? authority}`);
  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const wanted = new URL(incoming.url ?? '/');
    const { hostname, port } = placeOf(wanted.host);
    const path = wanted.pathname + wanted.search;
    const outgoing = request({ hostname, port, path, method: incoming.method, headers: incoming.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    outgoing.on('error', () => answer.writeHead(502).end());
    incoming.pipe(outgoing);
  });
  server.on('connect', (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    const { hostname, port } = placeOf(incoming.url ?? '');
    const further = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(further).pipe(socket);
    });
    for (const one of [socket, further]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
    }
  });
  // Idle connections are for the client to close.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    address: `http://127.0.0.1:${address.port}`,
    asked,
    connections: () => promisify(server.getConnections.bind(server))(),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
