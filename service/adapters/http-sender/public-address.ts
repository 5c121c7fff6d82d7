import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns whether an IP address is on the public internet; false for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  // Node's reading is the strict one: the library also reads 127.1 and 0x7f.1.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  // The library knows the special ranges (the registries of RFC 6890), not that IPv6 addresses have been allocated in 2000::/3 alone.
  const isAllocated = parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  return isAllocated && parsed.range() === 'unicast';
}
