import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Clients of a Unix socket have no IP address, and are programs of the service's own user. */
const ownUser = 'socket';

/**
 * The address by which limits count a sender: the whole address for IPv4, the first 64 bits for IPv6, since one host usually has
 * all addresses of such a network.
 */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  // Fastify's type ignores sockets.
  const address: string | undefined = ip;
  if (address === undefined) return ownUser;
  return isIPv6(address) ? networkOf(address) : address;
}

/** `2001:db8:1:2::/64` for any spelling of an address in it; the plain IPv4 address for one that is mapped into IPv6. */
function networkOf(address: string): string {
  const words = wordsOf(address);
  if (words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff) {
    return words
      .slice(6)
      .flatMap((word) => [word >> 8, word & 0xff])
      .join('.');
  }
  return `${words
    .slice(0, 4)
    .map((word) => word.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. */
function wordsOf(address: string): readonly number[] {
  // The URL standard has one spelling per address, without a zone and without dots.
  const plain = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const read = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)));
  const [head, tail] = [read(before), read(after ?? '')];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
