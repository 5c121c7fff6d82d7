import type { z } from 'zod';
import { type ErrorCode, errorStatus } from '../../../contract/error-codes.ts';
import type { Multipart, Octets, Operation } from '../../../contract/operation.ts';
import { publicHeaderNames } from '../../../contract/public-headers.ts';
import type { ParameterFault } from '../../../contract/resources/error.ts';
import type { Sentence } from '../../../contract/resources/sentence.ts';
import { ruleCode, ruleSentences } from '../../../contract/rules/rule-issue.ts';
import { inEnglish, say } from '../../../contract/rules/say.ts';
import { ApiError } from '../api-error.ts';
import { KnownBytes } from '../transport/known-bytes.ts';
import { multipartForm } from './multipart-form.ts';

/** A request with the types of its operation erased. */
export type LooseRequest = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** One HTTP request, ready to send. */
export type RequestForm = {
  readonly method: string;
  /** Path below the base URL with query, e.g. `/folders/0/items?limit=1000`. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Creates a new body for each attempt. */
  readonly body: () => string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** False if the body is a one-time stream, which allows only one attempt. */
  readonly canRepeat: boolean;
};

const publicNames: Readonly<Record<string, string>> = publicHeaderNames;

/** True for a request with the rights of a shared link. */
export function goesThroughLink({ headers }: RequestForm): boolean {
  return 'svcapi' in headers;
}

/** Operations of a later version need a version header; the first version needs none. */
function versionHeader({ version }: Operation): readonly (readonly [string, string])[] {
  return version === '2024.0' ? [] : [['svc-version', version]];
}

/**
 * Turns a typed request into an HTTP one. Validates it against the operation's own schemas first, so an invalid request fails here with the
 * service's code, without a round trip. `boundary` separates the parts of a multipart body. Throws `ApiError` with status null.
 */
export function requestForm(operation: Operation, request: LooseRequest, boundary: () => string): RequestForm {
  check(operation.params, request.params ?? {});
  check(operation.query, request.query ?? {});
  check(operation.headers, request.headers ?? {});
  const headers: Record<string, string> = {};
  for (const [name, value] of [...stated(request.headers), ...versionHeader(operation)]) {
    headers[name] = text(value);
    const publicName = publicNames[name];
    if (publicName !== undefined) headers[publicName] = text(value);
  }
  const body = bodyOf(operation, request.body, boundary);
  return {
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(text(request.params?.[name])),
    ),
    query: new URLSearchParams(stated(request.query).map(([name, value]) => [name, text(value)])).toString(),
    headers: { ...headers, ...body.headers },
    body: body.write,
    canRepeat: body.canRepeat,
  };
}

type BodyForm = Pick<RequestForm, 'headers' | 'canRepeat'> & { readonly write: RequestForm['body'] };

function bodyOf(operation: Operation, body: unknown, boundary: () => string): BodyForm {
  const { body: declared } = operation;
  if (declared.kind === 'none' || body === undefined) return { headers: {}, write: () => null, canRepeat: true };
  if (declared.kind === 'json') {
    check(declared.schema, body);
    const json = JSON.stringify(body);
    return { headers: { 'content-type': 'application/json' }, write: () => json, canRepeat: true };
  }
  if (declared.kind === 'octets') {
    // The table types the body of such an operation as octets.
    const octets = body as Octets;
    return {
      headers: { 'content-type': 'application/octet-stream' },
      write: () => (octets instanceof KnownBytes ? octets.bytes : octets),
      canRepeat: octets instanceof KnownBytes,
    };
  }
  // The table types the body of such an operation as multipart.
  const { attributes, content } = body as Multipart<unknown>;
  check(declared.attributes, attributes);
  const form = multipartForm({ attributes, content, filePart: declared.filePart }, boundary());
  const length = form.lengthBytes === null ? {} : { 'content-length': String(form.lengthBytes) };
  return {
    headers: { 'content-type': form.contentType, ...length },
    write: () => form.write(),
    canRepeat: content instanceof KnownBytes,
  };
}

function stated(fields: Readonly<Record<string, unknown>> | undefined): [string, unknown][] {
  return Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
}

function text(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function check(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  if (parsed.success) return;
  const { issues } = parsed.error;
  const code = issues.map((issue) => ruleCode(issue, isErrorCode)).find((found) => found !== null);
  const errors = issues.map((issue) => faultOf(issue, value));
  const message = {
    code: 'said_by_service',
    args: { sentences: errors.flatMap(({ sentences }) => sentences) },
  } as const;
  throw new ApiError({ status: null, code: code ?? 'bad_request', message, contextInfo: { errors } });
}

/** In the service's wording. */
function faultOf(issue: z.core.$ZodIssue, value: unknown): ParameterFault & { readonly sentences: Sentence[] } {
  const name = issue.path.map(String).join('.');
  const sentences = [...(name === '' ? [] : say`"${name}":`), ...ruleSentences(issue, value)];
  return { reason: 'invalid_parameter', name, message: inEnglish(sentences), sentences };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code);
}
