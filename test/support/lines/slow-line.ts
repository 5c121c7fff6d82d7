import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** A TCP proxy that delays everything, so that each round trip to the server takes longer by a fixed time. */
export type SlowLine = { readonly port: number; close(): Promise<void> };

/** @param delayMs added to each round trip; half of it in each direction would cost twice the timers. */
export async function openSlowLine(target: URL, delayMs: number): Promise<SlowLine> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = createConnection({ host: target.hostname, port: Number(target.port), noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => void far.write(bytes));
    // Timers of one delay fire in the order in which they were set, so that the bytes keep theirs.
    far.on('data', (bytes) => void setTimeout(() => near.write(bytes), delayMs));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line listens on no port.');
  return {
    port: address.port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The same address, through the line. */
export function throughLine(url: string, { port }: Pick<SlowLine, 'port'>): string {
  const through = new URL(url);
  through.port = String(port);
  return through.href;
}
