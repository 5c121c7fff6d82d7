import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Clients of a Unix socket have no IP address, and are programs of the service's own user. */
const ownUser = 'socket';

/** The groups of an IPv6 address that name its network. */
const networkGroups = 4;

/** The known addresses of a sender: the one that trusted proxies name, else that of the peer, and the peer itself. */
interface Sender {
  /** Fastify's type ignores sockets, whose peers have no address. */
  readonly ip: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The network by which limits count a sender. A proxy may name its client by something else than an address: then the proxy counts, since
 * a client that chooses the text would be a new one with each request.
 */
export function clientAddress({ ip, socket }: Sender): string {
  return networkOf(ip) ?? networkOf(socket.remoteAddress) ?? ownUser;
}

/**
 * The network of an address, perhaps with a port: the whole address for IPv4, also mapped into IPv6, and the first 64 bits for IPv6, since one
 * host usually has all addresses of such a network. Null if this is no address.
 */
export function networkOf(text: string | undefined): string | null {
  const address = withoutPort(text ?? '');
  if (isIP(address) === 0) return null;
  const sender = ipaddr.process(address);
  if (sender instanceof ipaddr.IPv4) return sender.toString();
  const network = sender.parts.slice(0, networkGroups).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Azure, IIS and some load balancers name clients with their port: `203.0.113.9:51344`, `[2001:db8::1]:443`. */
export function withoutPort(text: string): string {
  const [, ipv4, bracketed] = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/.exec(text) ?? [];
  return ipv4 ?? bracketed ?? text;
}
