import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { callbackify } from 'node:util';

/** Resolves a host name. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The limits of one query to one name server, which is repeated once with twice the time. In milliseconds. */
const query = { timeout: 2_000, tries: 2 };

/**
 * Resolves host names by queries to name servers, those of the system by default. `dns.lookup` blocks one of the few threads that look up names
 * for the whole process, so names whose servers don't answer would keep the database and the bucket waiting.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const resolve = callbackify(async (hostname: string) => addressesOf(hostname, servers));
  return (hostname, _options, callback) => resolve(hostname, (error, addresses) => callback(error, addresses ?? []));
}

async function addressesOf(hostname: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  // A new one for each name, since it reads the system's name servers only once.
  const resolver = new Resolver(query);
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer, index) => {
    const family = index === 0 ? 4 : 6;
    return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  });
  if (addresses.length === 0) throw notFound(hostname, answers);
  return addresses;
}

/** The code of `dns.lookup`: those of a resolver also name failures of the connection to the name server. */
function notFound(hostname: string, answers: readonly PromiseSettledResult<unknown>[]): NodeJS.ErrnoException {
  const cause: unknown = answers.find((answer) => answer.status === 'rejected')?.reason;
  return Object.assign(new Error(`The host name ${hostname} was not found.`, { cause }), { code: 'ENOTFOUND' });
}
