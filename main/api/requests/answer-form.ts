import { z } from 'zod';
import type { Answer, Operation } from '../../../contract/operation.ts';
import { type ErrorBody, errorBody } from '../../../contract/resources/error.ts';
import type { AnswerWords } from '../../../preload/words/codes/connection.ts';
import { ApiError } from '../api-error.ts';
import { leftOutOf } from './readable-form.ts';
import { retryAfterMs } from './retry-after.ts';

/** A raw HTTP response, before its interpretation. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: RawBody;
};

/** A body that must be read once, returned or dropped: unread, it keeps its connection, and no timeout ends that. */
export interface RawBody extends AsyncIterable<Uint8Array> {
  /** Rejects with `bad_answer` if it is longer than any valid answer. */
  text(): Promise<string>;
  /** Discards the rest, so that the connection can be reused. */
  drop(): Promise<void>;
}

/** An answer with the types of its operation erased. */
export type LooseAnswer = { readonly status: number; readonly headers?: unknown; readonly body?: unknown };

/** Reads an answer according to the operation's declaration. Throws `ApiError` for any undeclared answer. */
export async function readAnswer(operation: Operation, raw: RawAnswer): Promise<LooseAnswer> {
  const status = declaredStatus(operation, raw.status);
  const declared = operation.answers[status];
  if (!declared) throw await errorAnswer(operation.name, raw);
  const headers = declared.headers ? { headers: await readHeaders(operation.name, declared.headers, raw) } : {};
  return { status, ...headers, ...(await readBody(operation.name, declared, raw)) };
}

async function readHeaders(name: string, schema: z.ZodType, raw: RawAnswer): Promise<unknown> {
  try {
    return parse(name, schema, raw.headers);
  } catch (error) {
    await raw.body.drop();
    throw error;
  }
}

/** Services of the format disagree on which changes are answered with 200 and which with 201. Either means done. */
function declaredStatus({ answers }: Operation, status: number): number {
  if (answers[status] || (status !== 200 && status !== 201)) return status;
  return status === 200 ? 201 : 200;
}

async function readBody(name: string, declared: Answer, raw: RawAnswer): Promise<{ readonly body?: unknown }> {
  if (declared.kind === 'octets') return { body: raw.body };
  if (declared.kind === 'empty') {
    await raw.body.drop();
    return {};
  }
  const text = await raw.body.text();
  if (!isJson(raw)) throw notTheService(name, raw.status);
  return { body: parse(name, declared.schema, parseJson(name, text)) };
}

/** The error for a status that is not declared; reads the body. */
export async function errorAnswer(name: string, raw: RawAnswer): Promise<ApiError> {
  const text = await raw.body.text();
  const body = isJson(raw) ? readErrorBody(text) : null;
  // An empty 401 and a gateway's page with a 5xx are valid in the format, and its limits apply like the service's own. Any other page
  // comes from elsewhere (edge case 105).
  if (!body && !BARE_STATUSES.has(raw.status) && raw.status < 500) return notTheService(name, raw.status);
  return new ApiError({
    status: raw.status,
    code: body?.code.slice(0, MAX_CODE) || codeOfStatus(raw.status),
    message: (body && wordsOf(body)) ?? { code: 'service_answered', args: { operation: name, status: raw.status } },
    contextInfo: body?.context_info ?? null,
    requestId: body?.request_id ?? null,
    retryAfterMs: retryAfterMs(raw.headers),
  });
}

/** The words of the service, for another language if it sends them so. Null: none. */
export function wordsOf({ message, sentences }: Pick<ErrorBody, 'message' | 'sentences'>): AnswerWords | null {
  if (sentences !== undefined && sentences.length > 0) return { code: 'said_by_service', args: { sentences } };
  return message?.slice(0, MAX_MESSAGE).trim() || null;
}

/** Errors below 500 that count without a body of the format. */
const BARE_STATUSES: ReadonlySet<number> = new Set([401, 413, 429]);

/** Maximum characters of a code and of a message; longer ones are cut. */
const MAX_CODE = 100;
const MAX_MESSAGE = 2_000;

/** Maximum values in an error body; larger ones are not error bodies. */
const MAX_ERROR_VALUES = 20_000;

/** The parts of an error that we use. Another service may send any of them but the code in another shape: the rest counts without it. */
const readableError = z.object({
  code: errorBody.shape.code,
  message: errorBody.shape.message.catch(undefined),
  sentences: errorBody.shape.sentences.catch(undefined),
  context_info: errorBody.shape.context_info.catch(undefined),
  request_id: errorBody.shape.request_id.catch(undefined),
});

function readErrorBody(text: string): ErrorBody | null {
  if (separatorsIn(text) > MAX_ERROR_VALUES) return null;
  try {
    const parsed = readableError.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // Unreadable error body: the status is enough.
  }
}

function codeOfStatus(status: number): string {
  if (status === 401) return 'unauthorized';
  if (status === 413) return 'request_entity_too_large';
  if (status === 429) return 'rate_limit_exceeded';
  return status === 503 ? 'unavailable' : 'internal_server_error';
}

function isJson(raw: RawAnswer): boolean {
  return /^application\/([\w.+-]+\+)?json\b/i.test(raw.headers['content-type'] ?? '');
}

/** Maximum values in one answer. A page of 1,000 items with all fields has a third of it. */
const MAX_VALUES = 300_000;

function parseJson(name: string, text: string): unknown {
  if (separatorsIn(text) > MAX_VALUES) throw badAnswer(name, `more than ${MAX_VALUES} values`, undefined);
  try {
    return LARGE_POSITION.test(text) ? JSON.parse(text, exactPosition) : JSON.parse(text);
  } catch (cause) {
    throw badAnswer(name, 'a body that is not JSON', cause);
  }
}

const LARGE_POSITION = /"next_stream_position"\s*:\s*\d{16}/;

/** The public service counts its events beyond 2^53 and sends the number: rounded, it would skip events. So it stays the digits that were sent. */
function exactPosition(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isRounded = key === 'next_stream_position' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? (context?.source ?? value) : value;
}

/** Estimates the size before parsing: a few bytes of JSON can take hundreds of bytes in memory, and each validation error even more. */
function separatorsIn(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // , : [ {
    if (code === 0x2c || code === 0x3a || code === 0x5b || code === 0x7b) count += 1;
  }
  return count;
}

/** Entries of a list to validate together. A validation error costs far more than the value itself, so parsing stops at the first ones. */
const ENTRIES_AT_ONCE = 100;

function parse(name: string, schema: z.ZodType, value: unknown): unknown {
  if (!isList(value) || value.entries.length <= ENTRIES_AT_ONCE) return parsePart(name, schema, value);
  const parsed: unknown[] = [];
  let left_out = 0;
  for (let start = 0; ; start += ENTRIES_AT_ONCE) {
    const end = start + ENTRIES_AT_ONCE;
    const read = parsePart(name, schema, { ...value, entries: value.entries.slice(start, end) });
    if (!isList(read)) throw badAnswer(name, 'entries: outside the format', undefined);
    parsed.push(...read.entries);
    left_out += leftOutOf(read);
    if (end >= value.entries.length)
      return { ...read, entries: parsed, ...(left_out > 0 && { left_out }), ...limitOf(read, value) };
  }
}

/** A page that states no limit got that of its last part. Its limit is its own length. */
const limitOf = (read: List, { limit, entries }: List): Pick<List, 'limit'> =>
  'limit' in read && (limit === undefined || limit === null) ? { limit: entries.length } : {};

type List = { readonly entries: readonly unknown[]; readonly limit?: unknown };

function isList(value: unknown): value is List {
  return value instanceof Object && 'entries' in value && Array.isArray(value.entries);
}

function parsePart(name: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // The error itself would contain every issue with its text.
  throw badAnswer(name, faultOf(parsed.error.issues[0]), undefined);
}

/** The first issue with the path of its field. A union's own issue has no path: the variant that matches best names the field. */
function faultOf(issue: z.core.$ZodIssue | undefined, above: readonly PropertyKey[] = []): string {
  const path = [...above, ...(issue?.path ?? [])];
  const nearest = issue?.code === 'invalid_union' ? nearestOf(issue.errors) : undefined;
  if (nearest) return faultOf(nearest, path);
  return `${path.length === 0 ? 'the body' : path.join('.')}: ${issue?.message ?? 'outside the format'}`;
}

/** The issue of the variant that matches furthest, and of several such of the one with the fewest issues. */
function nearestOf(variants: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue | undefined {
  const depthOf = ([first]: readonly z.core.$ZodIssue[]): number => first?.path.length ?? -1;
  const [nearest] = variants.toSorted((one, other) => depthOf(other) - depthOf(one) || one.length - other.length);
  return nearest?.[0];
}

function badAnswer(name: string, fault: string, cause: unknown): ApiError {
  const message = { code: 'outside_interface', args: { operation: name, fault } } as const;
  return new ApiError({ status: null, code: 'bad_answer', message }, { cause });
}

function notTheService(name: string, status: number): ApiError {
  const message = { code: 'not_the_service', args: { operation: name, status } } as const;
  return new ApiError({ status: null, code: 'not_the_service', message });
}
