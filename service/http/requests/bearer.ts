import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Operation } from '../../../contract/operation.ts';
import type { Sentence } from '../../../contract/resources/sentence.ts';
import { say } from '../../../contract/rules/say.ts';
import { actAs } from '../../domain/people/tokens/act-as.ts';
import { authenticate } from '../../domain/people/tokens/authenticate.ts';
import { digestOf } from '../../domain/people/tokens/digest.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Caller, Service } from '../../domain/service.ts';
import { Unauthorized } from '../answers/error-response.ts';
import type { GuessLimit } from '../limits/guess-limit.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { clientAddress } from './client-address.ts';
import { type LinkOpener, passOfHeader } from './shared-link-header.ts';

/** The checks between a request and its operation. */
export interface Gate {
  readonly service: Service;
  readonly guesses: GuessLimit;
  readonly rate: RateLimit;
  readonly links: LinkOpener;
}

/**
 * Identifies the sender of a request by its bearer token (RFC 6750): in the header, or in the query of an operation that declares it.
 * @throws Unauthorized without a valid token; Refusal `rate_limit_exceeded`, or `insufficient_scope` for a token without the
 * required scopes.
 */
export async function requireCaller(gate: Gate, request: FastifyRequest, operation: Operation): Promise<Caller> {
  const token = tokenOf(request, operation);
  const digest = digestOf(token);
  const found = await authenticate(gate.service, digest);
  if (found.kind !== 'caller') {
    // An expired token is not a guess.
    const wait = found.kind === 'unknown' ? gate.guesses.secondsAfterFailure(clientAddress(request), digest) : 0;
    if (wait > 0) throw tooMany(say`Too many invalid access tokens from this IP address.`, wait);
    throw new Unauthorized(reasons[found.kind]);
  }
  const pause = gate.rate.secondsToWait(found.caller.user.id);
  if (pause > 0) throw tooMany(say`This user has exceeded the request limit.`, pause);
  requireScope(found.caller, operation);
  requireItemOperation(found.caller, operation);
  const asUser = request.headers['as-user'];
  const caller = asUser === undefined ? found.caller : await actAs(gate.service, found.caller, String(asUser));
  return withSharedLink(gate, request, operation, caller);
}

/**
 * The caller with the rights of a shared link, from the request or from a token that was narrowed to it: only for operations that accept
 * the header. All others take a role.
 */
async function withSharedLink(gate: Gate, request: FastifyRequest, operation: Operation, caller: Caller) {
  if (!('svcapi' in operation.headers.shape)) return { ...caller, sharedLink: null };
  const header = request.headers['svcapi'];
  if (typeof header !== 'string') return caller;
  return { ...caller, sharedLink: await passOfHeader(gate.links, caller, header, clientAddress(request)) };
}

const reasons = {
  expired: 'The access token provided has expired.',
  unknown: 'The access token provided is invalid.',
} as const;

const queryWithToken = z.object({ access_token: z.string() });

/** The token in the header; without that header, the one in the query of an operation that declares it. */
function tokenOf({ headers, query }: FastifyRequest, operation: Operation): string {
  const isInQuery = headers.authorization === undefined && 'access_token' in operation.query.shape;
  const sent = isInQuery ? queryWithToken.safeParse(query).data?.access_token : bearerPart(headers.authorization);
  const token = /^[A-Za-z0-9._~+/=-]{1,512}$/.exec(sent ?? '')?.[0];
  if (token === undefined) throw new Unauthorized('The access token provided is invalid.');
  return token;
}

const bearerPart = (header = '') => /^Bearer +(.*)$/i.exec(header)?.[1];

function requireScope(caller: Caller, operation: Operation): void {
  const allowed: readonly string[] = operation.scope;
  if (caller.scopes.some((scope) => allowed.includes(scope))) return;
  const message = say`The access token needs one of the scopes ${allowed.join(', ')}.`;
  throw new Refusal('insufficient_scope', message);
}

/** Operations that concern items one by one, by their paths, and the person of the token. */
const itemPaths =
  /^\/(files|folders|web_links|shared_items|comments|tasks|task_assignments|users\/me$|idempotency_keys\/|zip_downloads)/;
/** Lists over all that a person has. */
const widePaths = /^\/folders\/trash\/items/;

/** A token that is limited to one item can only call operations on items by id. */
function requireItemOperation({ restrictedTo }: Caller, { path }: Operation): void {
  if (restrictedTo === null || (itemPaths.test(path) && !widePaths.test(path))) return;
  throw new Refusal(
    'insufficient_scope',
    say`The access token is limited to one item, and this request goes beyond it.`,
  );
}

function tooMany(why: readonly Sentence[], seconds: number): Refusal {
  const message = [...why, ...say`Try again in ${seconds} s.`];
  return new Refusal('rate_limit_exceeded', message, { retryAfterSeconds: seconds });
}
