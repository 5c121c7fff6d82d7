import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import type { Scope } from './scopes.ts';

/**
 * Declares an HTTP operation. The types and the validation on both ends and the OpenAPI document derive from it; nothing else in
 * the project defines the form of a request or response.
 */
export interface Operation<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  H extends z.ZodObject = z.ZodObject,
  B extends RequestBody = RequestBody,
  A extends Answers = Answers,
> {
  /** Stable identifier, the `operationId` of the OpenAPI document. */
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  /** Additional methods for the same operation on the same path. */
  readonly alsoMethods: readonly Method[];
  /** The base URL that the path is relative to: `{base_url}` or `{upload_url}`. */
  readonly host: Host;
  /** Path template with `{name}` placeholders, one for each key of `params`. */
  readonly path: string;
  readonly params: P;
  readonly query: Q;
  /** Request headers, lower-case names, the interface's own spelling. */
  readonly headers: H;
  readonly body: B;
  /** Success responses by HTTP status. Errors are not among them: see `errors`. */
  readonly answers: A;
  /** Error codes that the operation may return, besides those shared by all operations. */
  readonly errors: readonly ErrorCode[];
  /** A token with any one of these scopes may call the operation. */
  readonly scope: readonly Scope[];
  /** The version of the interface that the operation belongs to; see `ApiVersion`. */
  readonly version: ApiVersion;
}

/** `2024.0` needs no header to be chosen; operations of `2025.0` need `svc-version: 2025.0`. */
export type ApiVersion = '2024.0' | '2025.0';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
export type Host = 'api' | 'upload';

/** The body of a request. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'octets' }
  | { readonly kind: 'multipart'; readonly attributes: z.ZodType; readonly filePart: string };

/** The content of a success response. */
export type Answer = (
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'empty' }
  | { readonly kind: 'octets' }
) & { readonly headers?: z.ZodObject };

export type Answers = { readonly [status: number]: Answer };

type NoFields = z.ZodObject<Record<never, never>>;

interface OperationSpec<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  H extends z.ZodObject,
  B extends RequestBody,
  A extends Answers,
> {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  readonly alsoMethods?: readonly Method[];
  readonly host?: Host;
  readonly path: string;
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B;
  readonly answers: A;
  readonly errors?: readonly ErrorCode[];
  readonly scope: readonly Scope[];
  readonly version?: ApiVersion;
}

/** Declares an operation. Defaults: the API host, no parameters, no body, no errors of its own. */
export function operation<
  P extends z.ZodObject = NoFields,
  Q extends z.ZodObject = NoFields,
  H extends z.ZodObject = NoFields,
  const B extends RequestBody = { readonly kind: 'none' },
  const A extends Answers = Answers,
>(spec: OperationSpec<P, Q, H, B, A>): Operation<P, Q, H, B, A> {
  const defaults = {
    alsoMethods: [],
    host: 'api' as const,
    params: z.object({}),
    query: z.object({}),
    headers: z.object({}),
    body: noBody,
    errors: [],
    version: '2024.0' as const,
  };
  // The defaults have exactly the types of the type parameters' defaults.
  return { ...defaults, ...spec } as unknown as Operation<P, Q, H, B, A>;
}

const noBody = { kind: 'none' } as const;
export const octetsBody = { kind: 'octets' } as const;

/** A JSON request body. */
export function json<S extends z.ZodType>(schema: S): { readonly kind: 'json'; readonly schema: S } {
  return { kind: 'json', schema };
}

/**
 * A multipart body: an `attributes` part of JSON first, unless its schema makes it optional, then one file part. The sender chooses
 * the name of the file part; the receiver accepts any.
 */
export function multipart<S extends z.ZodType>(
  attributes: S,
  filePart = 'file',
): { readonly kind: 'multipart'; readonly attributes: S; readonly filePart: string } {
  return { kind: 'multipart', attributes, filePart };
}

export const empty = { kind: 'empty' } as const;

/** A response without a body, but with meaningful headers (`Location`, `Retry-After`). */
export function emptyWith<H extends z.ZodObject>(headers: H): { readonly kind: 'empty'; readonly headers: H } {
  return { kind: 'empty', headers };
}

/** A response whose body is the content of a file. */
export function octetsWith<H extends z.ZodObject>(headers: H): { readonly kind: 'octets'; readonly headers: H } {
  return { kind: 'octets', headers };
}

/** A stream of bytes, in either direction; Node and web streams both qualify. */
export type Octets = AsyncIterable<Uint8Array>;

type BodyField<B extends RequestBody, Side extends 'sent' | 'received'> = B extends {
  readonly kind: 'json';
  readonly schema: infer S extends z.ZodType;
}
  ? { readonly body: Side extends 'sent' ? z.input<S> : z.output<S> }
  : B extends { readonly kind: 'octets' }
    ? { readonly body: Octets }
    : B extends { readonly kind: 'multipart'; readonly attributes: infer S extends z.ZodType }
      ? { readonly body: Multipart<Side extends 'sent' ? z.input<S> : z.output<S>> }
      : { readonly body?: undefined };

/** A multipart upload: the attributes, then the content. */
export interface Multipart<Attributes> {
  readonly attributes: Attributes;
  readonly content: Octets;
  /** The announced size of the whole request in bytes, at the receiver; absent: unknown. */
  readonly requestBytes?: number | undefined;
}

/** A request as the service receives it: validated, with defaults and conversions applied. */
export type RequestOf<O extends Operation> = {
  readonly params: z.output<O['params']>;
  readonly query: z.output<O['query']>;
  readonly headers: z.output<O['headers']>;
} & BodyField<O['body'], 'received'>;

type Sent<K extends string, T> =
  Record<never, never> extends T ? { readonly [key in K]?: T } : { readonly [key in K]: T };

/** A request as a client writes it; parts without required fields may be omitted. */
export type SentRequestOf<O extends Operation> = Sent<'params', z.input<O['params']>> &
  Sent<'query', z.input<O['query']>> &
  Sent<'headers', z.input<O['headers']>> &
  BodyField<O['body'], 'sent'>;

type AnswerBody<X extends Answer> = X extends { readonly kind: 'json'; readonly schema: infer S extends z.ZodType }
  ? { readonly body: z.output<S> }
  : X extends { readonly kind: 'octets' }
    ? { readonly body: Octets }
    : { readonly body?: undefined };

type AnswerHeaders<X extends Answer> = X extends { readonly headers: infer H extends z.ZodObject }
  ? { readonly headers: z.output<H> }
  : { readonly headers?: undefined };

/** The result of a successful call: one member for each declared status. */
export type AnswerOf<O extends Operation> = {
  [S in keyof O['answers'] & number]: { readonly status: S } & AnswerBody<O['answers'][S]> &
    AnswerHeaders<O['answers'][S]>;
}[keyof O['answers'] & number];
