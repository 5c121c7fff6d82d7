import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../requests/client-address.ts';
import type { ProxyTrust } from '../requests/proxies.ts';

/** Maximum open connections per network; a trusted proxy limits its clients itself. */
const connectionsAtOnce = 2_048;

/**
 * Closes connections of a network with too many open ones before reading from them. Programs of the service's own user on its
 * socket do not count.
 * @param onRefused called for each, for metrics.
 */
export function limitConnections(server: Server, isProxy: ProxyTrust, onRefused: () => void): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const network = networkOf(remoteAddress);
    if (remoteAddress === undefined || network === null || isProxy(remoteAddress)) return;
    const count = open.get(network) ?? 0;
    if (count >= connectionsAtOnce) {
      onRefused();
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
