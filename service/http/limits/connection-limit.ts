import type { Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { clientAddress } from '../requests/client-address.ts';

/** Maximum open connections per network; a trusted proxy limits its clients itself. */
const connectionsAtOnce = 2_048;

/**
 * Closes connections of a network with too many open ones before reading from them. Programs of the service's own user on its
 * socket do not count.
 * @param onRefused called for each, for metrics.
 */
export function limitConnections(server: Server, trustedProxies: readonly string[], onRefused: () => void): void {
  const proxies = blockListOf(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isListed(proxies, remoteAddress)) return;
    const network = clientAddress({ ip: remoteAddress });
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

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function isListed(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
