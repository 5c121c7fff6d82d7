import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyKey, KEY_HEADER, REPLAYED_HEADER, takesKey } from '../../../contract/idempotency.ts';
import type { Method, Multipart, Operation } from '../../../contract/operation.ts';
import { ruleSentences } from '../../../contract/rules/rule-issue.ts';
import { say } from '../../../contract/rules/say.ts';
import { answerOnce } from '../../domain/idempotency/answer-once.ts';
import { findAnswer, isWithdrawn, requireReplayable } from '../../domain/idempotency/get-stored-answer.ts';
import { authorityOf } from '../../domain/idempotency/shown-answer.ts';
import { parameterRefusal, Refusal } from '../../domain/refusal.ts';
import type { Caller, Service } from '../../domain/service.ts';
import type { AnsweredRequest } from '../../ports/metadata/upkeep/idempotency-keys.ts';
import { drainBody } from '../requests/drain-body.ts';
import { type Asked, bringsUndeclaredBytes, type DigestedBytes, digested, fingerprintOf } from './fingerprint.ts';
import type { RunningKeys } from './running-keys.ts';
import { type OperationAnswer, type StoredOutcome, storedRefusal, storedSuccess } from './stored-outcome.ts';

/** A request with a key, on its way to the operation. */
export interface KeyedCall {
  readonly key: string;
  readonly operation: Operation;
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly asked: Asked;
  /** Carries out the operation on a service that holds its change, for a caller whose events carry the key. */
  run(service: Service, caller: Caller, asked: Asked): Promise<OperationAnswer>;
}

/** An answer that was just made, or one that was stored. */
export type KeyedOutcome =
  | { readonly kind: 'answered'; readonly answer: OperationAnswer }
  | { readonly kind: 'known'; readonly request: AnsweredRequest };

/** The key of a changing request; null without one. @throws Refusal `bad_request` for what cannot be a key. */
export function keyOf({ method, headers }: FastifyRequest): string | null {
  const text = headers[KEY_HEADER];
  if (text === undefined || !takesKey(method as Method)) return null;
  const parsed = idempotencyKey.safeParse(text);
  if (parsed.success) return parsed.data;
  const rules = parsed.error.issues.slice(0, 1).flatMap((issue) => ruleSentences(issue, text));
  throw parameterRefusal('bad_request', KEY_HEADER, [...say`"${KEY_HEADER}":`, ...rules]);
}

/**
 * Carries out a request that has a key, or finds the answer that it got before.
 * @throws Refusal `idempotency_key_reuse`, `idempotency_key_in_progress`, `access_denied_insufficient_permissions`, and what the
 * operation throws.
 */
export async function callOnce(service: Service, keys: RunningKeys, call: KeyedCall): Promise<KeyedOutcome> {
  const { key, caller } = call;
  const fingerprint = fingerprintOf(call.request.method, call.operation, call.asked);
  return keys.alone(caller.user.id, key, async () => {
    const known = await findAnswer(service, caller, key);
    if (!known) return carryOut(service, call, fingerprint);
    await requireSame(service, call, fingerprint, known, undeclaredBytes(call));
    return { kind: 'known', request: known };
  });
}

/** Sends a stored answer. */
export function sendStored(reply: FastifyReply, { status, headers, body }: AnsweredRequest): FastifyReply {
  drainBody(reply.request.raw);
  reply.code(status).headers({ ...headers, [REPLAYED_HEADER]: 'true' });
  return body === null ? reply.send() : reply.header('content-type', 'application/json').send(body);
}

async function carryOut(service: Service, call: KeyedCall, fingerprint: string): Promise<KeyedOutcome> {
  const { key, caller, operation, request } = call;
  const bytes = undeclaredBytes(call);
  const asked = bytes ? withContent(call.asked, bytes) : call.asked;
  const record = (outcome: StoredOutcome | null): AnsweredRequest | null => {
    const contentSha1 = bytes?.digest() ?? null;
    // A refusal from before the last byte is not stored: the rest of the request's bytes is unknown.
    if (!outcome || (bytes && contentSha1 === null)) return null;
    const ofRequest = { operation: operation.name, fingerprint, contentSha1, authority: authorityOf(caller) };
    return { userId: caller.user.id, key, ...ofRequest, ...outcome, createdAt: service.clock.now() };
  };
  const outcome = await answerOnce<OperationAnswer>(service, {
    owner: { userId: caller.user.id, key },
    run: (held) => call.run(held, { ...caller, idempotencyKey: key }, asked),
    recordOf: (answer) => record(storedSuccess(answer)),
    // The refusal of a part is about the bytes that came: sent again they may be intact.
    recordOfFailure: (error) => record(operation.body.kind === 'octets' ? null : storedRefusal(error, request.id)),
  });
  if (outcome.kind === 'known') await requireSame(service, call, fingerprint, outcome.request, bytes);
  return outcome;
}

/** @throws Refusal unless the stored answer is the one to this request, and this caller may still have it. */
async function requireSame(
  service: Service,
  call: KeyedCall,
  fingerprint: string,
  known: AnsweredRequest,
  bytes: DigestedBytes | null,
): Promise<void> {
  const isSame = known.fingerprint === fingerprint && known.authority === authorityOf(call.caller);
  if (!isSame || !(await hasSameBytes(known, bytes))) {
    const message = isWithdrawn(known)
      ? say`This request was withdrawn by its sender before it arrived. To send it again, choose a new Idempotency-Key.`
      : say`This Idempotency-Key belongs to another request. Choose a new key for each request.`;
    throw new Refusal('idempotency_key_reuse', message);
  }
  await requireReplayable(service, call.caller, known);
}

async function hasSameBytes({ contentSha1 }: AnsweredRequest, bytes: DigestedBytes | null): Promise<boolean> {
  if (contentSha1 === null || bytes === null) return true;
  // The bytes of a request that another process answered meanwhile were read here already, wholly or in part.
  for await (const _bytes of bytes.content);
  return bytes.digest() === null || bytes.digest() === contentSha1;
}

function undeclaredBytes({ operation, asked }: KeyedCall): DigestedBytes | null {
  return bringsUndeclaredBytes(operation, asked) ? digested((asked.body as Multipart<unknown>).content) : null;
}

function withContent(asked: Asked, { content }: DigestedBytes): Asked {
  return { ...asked, body: { ...(asked.body as Multipart<unknown>), content } };
}
