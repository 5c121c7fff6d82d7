import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 ranges outside the public internet (the registries of RFC 6890), as [address, bits]. */
const specialIPv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** IPv6 ranges within global unicast that are not public: protocols, documentation, and embedded IPv4. */
const specialIPv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

/** Returns whether an IP address is on the public internet; false for anything that is not an IP address. */
export function publicAddresses(): (address: string) => boolean {
  const blocked = new BlockList();
  for (const [net, bits] of specialIPv4) blocked.addSubnet(net, bits, 'ipv4');
  const refused = new BlockList();
  for (const [net, bits] of specialIPv6) refused.addSubnet(net, bits, 'ipv6');
  // All allocated addresses are in 2000::/3. Loopback, local, mapped IPv4 (::ffff:0:0/96), NAT64 and multicast are outside.
  const handedOut = new BlockList();
  handedOut.addSubnet('2000::', 3, 'ipv6');
  return (address) => {
    if (isIPv4(address)) return !blocked.check(address, 'ipv4');
    if (!isIPv6(address) || address.includes('%')) return false;
    return handedOut.check(address, 'ipv6') && !refused.check(address, 'ipv6');
  };
}
