import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Clients of a Unix socket have no IP address, and are programs of the service's own user. */
const ownUser = 'socket';

/** The groups of an IPv6 address that name its network. */
const networkGroups = 4;

/**
 * The address by which limits count a sender: the whole address for IPv4, also mapped into IPv6, and the first 64 bits for IPv6, since one
 * host usually has all addresses of such a network.
 */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  // Fastify's type ignores sockets.
  const address: string | undefined = ip;
  if (address === undefined) return ownUser;
  if (!ipaddr.isValid(address)) return address;
  const sender = ipaddr.process(address);
  if (sender instanceof ipaddr.IPv4) return sender.toString();
  const network = sender.parts.slice(0, networkGroups).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
