import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, request as undiciRequest } from 'undici';
import type { HttpMessage, HttpOutcome, HttpSender } from '../../ports/http-sender.ts';
import { publicAddresses } from './special-addresses.ts';

/** What a sender may reach: the public internet by https on port 443, or anything by http too. */
export type Reach = 'public' | 'any';

/** Asks for the addresses of a name; `dns.lookup` unless a test says otherwise. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Bytes of an answer that are read, so that the connection can be used again. */
const answerBytes = 16 * 1024;

/** Sends with undici. The address that a name resolved to and that was found good is the one that is connected to. */
export function createHttpSender(reach: Reach, resolve: Resolve = lookup): HttpSender {
  const isPublic = publicAddresses();
  const lookupFunction = reach === 'public' ? publicLookup(isPublic, resolve) : plainLookup(resolve);
  let wire: Promise<Wire> | null = null;
  const objection = (address: string) => objectionTo(address, reach, isPublic);
  return {
    objection,
    post: async (message) => {
      const why = objection(message.address);
      if (why !== null) return { kind: 'failed', reason: `The address ${why}.` };
      wire ??= openWire(lookupFunction);
      return post(await wire, message);
    },
    close: async () => (await wire)?.agent.destroy(),
  };
}

/** The connections, and what sends over them. */
interface Wire {
  readonly agent: Agent;
  readonly request: typeof undiciRequest;
}

/** With the first message, since most services send none. */
async function openWire(lookupFunction: LookupFunction): Promise<Wire> {
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    connect: { lookup: lookupFunction, timeout: 10_000 },
    connections: 8,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
  });
  return { agent, request };
}

function objectionTo(address: string, reach: Reach, isPublic: (ip: string) => boolean): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address such as https://example.org/hook';
  if (url.username !== '' || url.password !== '') return 'must not hold a name or a password';
  if (reach === 'any') return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.port !== '') return `must use the port 443, not ${url.port}`;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublic(host) ? null : 'must not lead into a private network';
  // A name without a dot is one of this network; the last word of the others is reserved for such (RFC 6761, RFC 6762, RFC 9476).
  const isLocal = !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa|invalid|test|alt)$/i.test(host);
  return isLocal ? 'must not lead into a private network' : null;
}

async function post(
  { agent, request }: Wire,
  { address, headers, body, timeoutMs, signal }: HttpMessage,
): Promise<HttpOutcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(address, {
      method: 'POST',
      headers,
      body,
      dispatcher: agent,
      signal: AbortSignal.any([signal, timeout]),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    // The status is all that counts: an answer whose body breaks off is an answer.
    await answer.body.dump({ limit: answerBytes }).catch(() => undefined);
    return { kind: 'answered', status: answer.statusCode };
  } catch (error) {
    if (signal.aborted) return { kind: 'ended' };
    if (timeout.aborted) return { kind: 'failed', reason: `There was no answer within ${timeoutMs / 1000} s.` };
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

/** Only the kind of a failure, and nothing of the network that the service stands in. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  switch (code) {
    case 'ECONNREFUSED':
      return 'The connection was refused.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the address was not found.';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return 'There was no answer in time.';
    default:
      return `The connection failed (${code}).`;
  }
}

/** A name leads to no address that may be connected to. */
class AddressRefused extends Error {
  readonly code = 'address_refused';
  constructor() {
    super('The name of the address leads into a private network.');
  }
}

function publicLookup(isPublic: (ip: string) => boolean, resolve: Resolve): LookupFunction {
  return answeringWith(resolve, (addresses) => addresses.filter(({ address }) => isPublic(address)));
}

function plainLookup(resolve: Resolve): LookupFunction {
  return answeringWith(resolve, (addresses) => addresses);
}

/** The socket connects to what this answers and asks nobody again: a name that changes meanwhile changes nothing. */
function answeringWith(resolve: Resolve, choose: (addresses: LookupAddress[]) => LookupAddress[]): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const chosen = choose(addresses);
      const [first] = chosen;
      if (!first) return callback(new AddressRefused(), []);
      return options.all ? callback(null, chosen) : callback(null, first.address, first.family);
    });
  };
}
