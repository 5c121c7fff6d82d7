import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** A connection to a server that a test can cut and restore. While it is cut, the server is unreachable. */
export type CutLine = {
  readonly port: number;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Leaves the present connections open without passing anything on, as a machine that vanished does. New ones go through. */
  freeze(): void;
  close(): Promise<void>;
};

export async function openCutLine(target: URL): Promise<CutLine> {
  const place = { host: target.hostname, port: Number(target.port) };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection(place);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line listens on no port.');
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  return { port: address.port, cut, mend: () => listen(address.port), freeze, close: cut };
}
