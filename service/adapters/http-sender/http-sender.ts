import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, request as undiciRequest } from 'undici';
import type { Sentence } from '../../../contract/resources/sentence.ts';
import { say } from '../../../contract/rules/say.ts';
import type { HttpMessage, HttpOutcome, HttpSender } from '../../ports/http-sender.ts';
import { isPublicAddress } from './public-address.ts';
import { type Resolve, resolveByDns } from './resolve-by-dns.ts';

/** Where a sender may connect: the public internet over https on port 443, or anything, including http. */
export type Reach = 'public' | 'any';

/** Bytes of a response to read, so that the connection can be reused. */
const answerBytes = 16 * 1024;

/**
 * Sends with undici and connects to exactly the IP address that was resolved and checked. Names in a private network may be known to the system
 * only.
 */
export function createHttpSender(
  reach: Reach,
  resolve: Resolve = reach === 'public' ? resolveByDns() : lookup,
): HttpSender {
  const lookupFunction = reach === 'public' ? publicLookup(resolve) : plainLookup(resolve);
  let wire: Promise<Wire> | null = null;
  const objection = (address: string) => objectionTo(address, reach);
  return {
    objection,
    post: async (message) => {
      const why = objection(message.address);
      if (why !== null) return { kind: 'failed', reason: why };
      wire ??= openWire(lookupFunction);
      return post(await wire, message);
    },
    close: async () => (await wire)?.agent.destroy(),
  };
}

/** The connection pool and the function that sends over it. */
interface Wire {
  readonly agent: Agent;
  readonly request: typeof undiciRequest;
}

/** Opened with the first message, since most services send none. */
async function openWire(lookupFunction: LookupFunction): Promise<Wire> {
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    connect: { lookup: lookupFunction, timeout: 10_000 },
    // A connection for each message: the caller limits how many there are at once, and the timeout of a message that waited for a connection would
    // blame the receiver.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
  });
  return { agent, request };
}

function objectionTo(address: string, reach: Reach): readonly Sentence[] | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    return say`The URL must be an https URL such as https://example.org/hook.`;
  if (url.username !== '' || url.password !== '') return say`The URL must not contain a name or a password.`;
  if (reach === 'any') return null;
  if (url.protocol !== 'https:') return say`The URL must begin with https://.`;
  if (url.port !== '') return say`The URL must use the port 443, not ${url.port}.`;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : intoPrivateNetwork();
  // A name without a dot belongs to the local network. The listed top-level domains are reserved for local use (RFC 6761, RFC 6762,
  // RFC 9476).
  const isLocal = !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa|invalid|test|alt)$/i.test(host);
  return isLocal ? intoPrivateNetwork() : null;
}

const intoPrivateNetwork = (): readonly Sentence[] => say`The URL must not lead into a private network.`;

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
    // Only the status counts, so a response whose body breaks off is still a response.
    await answer.body.dump({ limit: answerBytes }).catch(() => undefined);
    return { kind: 'answered', status: answer.statusCode };
  } catch (error) {
    if (signal.aborted) return { kind: 'ended' };
    if (timeout.aborted) return { kind: 'failed', reason: say`No response within ${timeoutMs / 1000} s.` };
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

/** Reports only the kind of failure, nothing about the service's network. */
function reasonOf(error: unknown): readonly Sentence[] {
  if (error instanceof AddressRefused) return say`The host name resolves to a private network.`;
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  switch (code) {
    case 'ECONNREFUSED':
      return say`The connection was refused.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say`The host name was not found.`;
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return say`The request timed out.`;
    default:
      return say`The connection failed (${code}).`;
  }
}

/** A host name resolves to no address that is allowed. */
class AddressRefused extends Error {
  readonly code = 'address_refused';
  constructor() {
    super('The host name resolves to a private network.');
  }
}

function publicLookup(resolve: Resolve): LookupFunction {
  return answeringWith(resolve, (addresses) => addresses.filter(({ address }) => isPublicAddress(address)));
}

function plainLookup(resolve: Resolve): LookupFunction {
  return answeringWith(resolve, (addresses) => addresses);
}

/** The socket connects to this result without resolving again, so a DNS change in between has no effect. */
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
