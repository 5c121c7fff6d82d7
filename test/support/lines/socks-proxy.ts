import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A real SOCKS 5 proxy on the loopback address (RFC 1928), without authentication, for host names. */
export type SocksProxy = AsyncDisposable & {
  readonly address: string;
  /** Recorded connection requests, `host:port`. */
  readonly asked: readonly string[];
};

/** `names`: host names that only the proxy resolves; `host:port`. */
export async function startSocksProxy(names: Readonly<Record<string, string>>): Promise<SocksProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    void serve(socket);
  });
  const serve = async (socket: Socket): Promise<void> => {
    const [greeting] = await once(socket, 'data');
    if (greeting[0] !== 5) return void socket.destroy();
    socket.write(Buffer.from([5, 0]));
    const [request]: Buffer[] = await once(socket, 'data');
    // Version 5, connect, reserved, address type "name": length, bytes, port.
    if (request === undefined || request[1] !== 1 || request[3] !== 3) return void socket.destroy();
    const end = 5 + (request[4] ?? 0);
    const name = request.subarray(5, end).toString();
    asked.push(`${name}:${request.readUInt16BE(end)}`);
    const { hostname, port } = new URL(`http://${names[name] ?? 'localhost:1'}`);
    const outgoing = connect(Number(port), hostname);
    sockets.add(outgoing.on('error', () => socket.destroy()));
    await once(outgoing, 'connect');
    socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
    socket.pipe(outgoing).pipe(socket);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    address: `socks5://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
