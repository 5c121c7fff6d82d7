import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf, withoutPort } from './client-address.ts';

/** Addresses and CIDR blocks, or any peer on the socket that the service listens on: only the proxy can open it. */
export type TrustedProxies = readonly string[] | 'socket';

/** Whether a peer, or an entry of `X-Forwarded-For`, is a trusted proxy. The peer on a socket has no address. */
export type ProxyTrust = (address: string | undefined) => boolean;

export function trustOf(proxies: TrustedProxies): ProxyTrust {
  if (proxies === 'socket') return (address) => address === undefined;
  const list = new BlockList();
  for (const network of proxies) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (text) => {
    const address = withoutPort(text ?? '');
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The most of a header that goes to the log. */
const shownCharacters = 100;

/** Logs, once, that a trusted proxy names clients by something else than an address: limits then count all of them as the proxy. */
export function warnOfNamelessClients(app: FastifyInstance): void {
  let isKnown = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isKnown && request.headers['x-forwarded-for'] !== undefined && networkOf(request.ip) === null) {
      isKnown = true;
      const forwarded = request.ip.slice(0, shownCharacters);
      app.log.warn(
        { forwarded },
        'A trusted proxy sends X-Forwarded-For without an IP address. Limits count its clients as one; let it send addresses.',
      );
    }
    done();
  });
}
