import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { formatKeysAnnounced, KEYS_ANNOUNCED_HEADER } from '../../contract/idempotency.ts';
import type { Answer, Operation, RequestBody } from '../../contract/operation.ts';
import { type OperationName, operations } from '../../contract/operations.ts';
import { limits } from '../../contract/rules/limits.ts';
import { say } from '../../contract/rules/say.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Caller, Service } from '../domain/service.ts';
import { requireFieldScopes } from './answers/field-scopes.ts';
import type { HandlerContext, Handlers } from './handlers.ts';
import type { Asked } from './idempotency/fingerprint.ts';
import { callOnce, keyOf, sendStored } from './idempotency/keyed-calls.ts';
import type { OperationAnswer } from './idempotency/stored-outcome.ts';
import { notJson, registerMultipart, registerOctets, registerUntypedJson } from './requests/content-parsers.ts';
import { whenGone } from './requests/multipart/incoming-parts.ts';
import { readMultipart } from './requests/multipart/multipart-upload.ts';
import { requireNoNulls } from './requests/null-characters.ts';
import { type RequestPart, requestFault } from './requests/request-fault.ts';

/** The input of the binding besides the handlers. */
export interface Binding {
  readonly context: Omit<HandlerContext, 'caller' | 'whenGone'>;
  /** Identifies the sender of a request; throws if the token is invalid or lacks the operation's scope. */
  authenticate(request: FastifyRequest, operation: Operation): Promise<Caller>;
  /** True in tests: a response that violates the contract is a fault of the service. */
  readonly checkAnswers: boolean;
}

/** Creates one route per operation of the contract: validates the request, calls the handler, sends the response. */
export async function bindOperations(app: FastifyInstance, handlers: Handlers, binding: Binding): Promise<void> {
  app.decorateRequest(CALLER, null);
  for (const [kind, addParsers] of Object.entries(bodyParsers)) {
    await app.register(async (scope) => {
      await addParsers(scope);
      for (const name of Object.keys(operations) as OperationName[]) {
        // Iterating a table of functions loses the relation between request and handler types; `Handlers` has checked it.
        if (operations[name].body.kind === kind) bind(scope, operations[name], handlers[name] as AnyHandler, binding);
      }
    });
  }
}

/** The parsers that operations need beyond the common ones, by the kind of their body. */
const bodyParsers: Readonly<Record<RequestBody['kind'], (scope: FastifyInstance) => void | Promise<void>>> = {
  none: registerUntypedJson,
  json: registerUntypedJson,
  octets: registerOctets,
  multipart: registerMultipart,
};

/** The decorator of a request that holds its caller. */
const CALLER = 'caller';

type AnyHandler = (request: unknown, context: HandlerContext) => Promise<AnyAnswer>;

type AnyAnswer = OperationAnswer;

function bind(app: FastifyInstance, operation: Operation, handler: AnyHandler, binding: Binding): void {
  app.route({
    method: [operation.method, ...operation.alsoMethods],
    url: `/2.0${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    // Before the body: who may not call must not make the service read gigabytes first.
    onRequest: async (request, reply) => {
      reply.header(KEYS_ANNOUNCED_HEADER, keysAnnounced);
      request.setDecorator<Caller | null>(CALLER, await binding.authenticate(request, operation));
    },
    handler: async (request, reply) => {
      const caller = request.getDecorator<Caller | null>(CALLER);
      if (caller === null) throw new Error(`The request of ${operation.name} was not authenticated.`);
      requireVersion(operation, request);
      const key = keyOf(request);
      const asked = {
        params: parse('path', operation.params, request.params),
        query: parse('query', operation.query, request.query),
        headers: parse('header', operation.headers, request.headers),
        body: await readBody(operation.body, request),
      };
      requireFieldScopes(caller, operation, asked.body);
      const run = async (service: Service, caller: Caller, asked: Asked) => {
        const answer = await handler(asked, {
          ...binding.context,
          service,
          caller,
          whenGone: () => whenGone(request.raw),
        });
        if (binding.checkAnswers) checkAnswer(operation, answer);
        return answer;
      };
      const { service, keys } = binding.context;
      const outcome =
        key === null
          ? { kind: 'answered' as const, answer: await run(service, caller, asked) }
          : await callOnce(service, keys, { key, operation, request, caller, asked, run });
      if (outcome.kind === 'known') return sendStored(reply, outcome.request);
      return sendAnswer(reply, operation.answers[outcome.answer.status], outcome.answer);
    },
  });
}

const keysAnnounced = formatKeysAnnounced(limits.idempotencyKeyLifeMs);

/** The version header may be left out unless the operation is of a later version. */
function requireVersion({ version }: Operation, request: FastifyRequest): void {
  const asked = request.headers['svc-version'] ?? '2024.0';
  if (asked === version) return;
  throw new Refusal('invalid_api_version', say`This operation requires the header svc-version: ${version}.`);
}

function parse<S extends z.ZodType>(part: RequestPart, schema: S, value: unknown): z.output<S> {
  requireNoNulls(part, value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw requestFault(part, parsed.error, value);
}

async function readBody(body: RequestBody, request: FastifyRequest): Promise<unknown> {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'json':
      if (request.body === request.raw) throw notJson();
      return parse('body', body.schema, request.body ?? undefined);
    case 'octets':
      if (!isOctets(request.headers['content-type'])) {
        throw new Refusal('unsupported_media_type', say`The content must be sent as application/octet-stream.`);
      }
      // A refusal in the middle of the body leaves the request open: its rest is drained, so that the sender gets the answer.
      return request.raw.iterator({ destroyOnReturn: false });
    case 'multipart':
      return readMultipart(request, body.attributes);
  }
}

/** Existing clients send parts of an upload session without a type. */
function isOctets(type = 'application/octet-stream'): boolean {
  return type.split(';')[0]?.trim().toLowerCase() === 'application/octet-stream';
}

function checkAnswer(operation: Operation, answer: AnyAnswer): void {
  const declared = operation.answers[answer.status];
  if (!declared)
    throw new Error(`${operation.name} responded with ${answer.status}, which the contract does not declare.`);
  declared.headers?.parse(answer.headers);
  if (declared.kind !== 'json') return;
  const parsed = declared.schema.safeParse(JSON.parse(JSON.stringify(answer.body)));
  if (!parsed.success) {
    throw new Error(`The response of ${operation.name} violates the contract: ${parsed.error.message}`);
  }
}

function sendAnswer(reply: FastifyReply, declared: Answer | undefined, answer: AnyAnswer): FastifyReply {
  reply.code(answer.status).headers(answer.headers ?? {});
  if (declared?.kind !== 'json') return reply.send(answer.body);
  return reply.header('content-type', jsonType).send(answer.text ?? JSON.stringify(answer.body));
}

/** With the character set that Fastify would append to the type of a string, but not to that of bytes. */
const jsonType = 'application/json; charset=utf-8';
