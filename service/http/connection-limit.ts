import type { Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { clientAddress } from './client-address.ts';

/** Connections that one network may have open at a time; a proxy that is trusted counts its clients itself. */
const connectionsAtOnce = 2_048;

/**
 * Closes connections of a network that has too many open, before anything is read from them. Programs of the service's own user on
 * its socket are not counted. @param onRefused is told of each, to be counted.
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
