import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Multipart as IncomingPart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Multipart } from '../../../../contract/operation.ts';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { requireNoNulls } from '../null-characters.ts';
import { requestFault } from '../request-fault.ts';
import { isSmallBody, readSmallBody } from './small-multipart.ts';

/**
 * Reads a multipart upload up to the first byte of its file, or to its end if it is small: the validated `attributes` part, which may be
 * absent if its schema allows it, and the content as a stream. The name and the file name of the file part are ignored. The stream fails
 * if the body ends early.
 */
export async function readMultipart<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
): Promise<Multipart<z.output<S>>> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', say`Send uploads as multipart/form-data.`);
  }
  return isSmallBody(request.raw) ? readSmall(request, schema) : readLarge(request, schema);
}

async function readLarge<S extends z.ZodType>(request: FastifyRequest, schema: S): Promise<Multipart<z.output<S>>> {
  let found: Attributes = null;
  const parts = incomingParts(request);
  // Not `for await`, which would close the parts behind the file with the first of them.
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    if (part.type === 'field') {
      found = attributesAfter(part, found);
      continue;
    }
    try {
      const attributes = requireAttributes(found, schema);
      failWith(request.raw, part.file);
      const bytes = untilEnd<Uint8Array>(part.file);
      const content = found === null ? beforeAttributes(bytes, parts) : bytes;
      return { attributes, content, requestBytes: announcedBytes(request.raw) };
    } catch (error) {
      part.file.resume();
      throw error;
    }
  }
  throw missingParts(found);
}

async function readSmall<S extends z.ZodType>(request: FastifyRequest, schema: S): Promise<Multipart<z.output<S>>> {
  const { parts, trouble } = await readSmallBody(request).catch(rethrowEnd);
  let found: Attributes = null;
  for (const [index, part] of parts.entries()) {
    if (part.type === 'field') found = attributesAfter(part, found);
    else {
      const attributes = requireAttributes(found, schema);
      if (found === null && trouble) throw trouble;
      const content = beforeAttributes(part.pieces, found === null ? parts.slice(index + 1) : []);
      return { attributes, content, requestBytes: announcedBytes(request.raw) };
    }
  }
  throw trouble ?? missingParts(found);
}

/**
 * The bytes of a file that came without attributes, although it might have had some.
 * @throws Refusal after the last byte if attributes follow: they would be ignored.
 */
async function* beforeAttributes(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  rest: AsyncIterable<NamedPart> | Iterable<NamedPart>,
): AsyncGenerator<Uint8Array> {
  yield* bytes;
  for await (const { fieldname } of rest) if (fieldname === 'attributes') throw attributesBehindFile();
}

/** A part of either reader; only fields need a name. */
interface NamedPart {
  readonly type: 'field' | 'file';
  readonly fieldname?: string;
}

/** The value of the part `attributes`; null as long as none has arrived. */
type Attributes = { readonly value: unknown } | null;

function attributesAfter(
  field: { readonly fieldname: string; readonly value: unknown },
  found: Attributes,
): Attributes {
  return field.fieldname === 'attributes' ? { value: asJson(field.value) } : found;
}

/** The attributes of the file that begins. @throws Refusal if they are invalid, or missing although the schema needs them. */
function requireAttributes<S extends z.ZodType>(found: Attributes, schema: S): z.output<S> {
  requireNoNulls('body', found?.value);
  const parsed = schema.safeParse(found?.value);
  if (parsed.success) return parsed.data;
  if (found !== null) throw requestFault('body', parsed.error, found.value);
  throw attributesBehindFile();
}

function attributesBehindFile(): Refusal {
  const message = say`The part "attributes" must come before the file part.`;
  return new Refusal('metadata_after_file_contents', message);
}

function missingParts(found: Attributes): Refusal {
  const message =
    found === null
      ? say`The upload is missing the part "attributes" and a part that holds the file.`
      : say`The upload is missing the part that holds the file.`;
  return new Refusal('bad_request', message);
}

/** The HTTP parser has checked this header, and the body has this size. */
function announcedBytes({ headers }: IncomingMessage): number | undefined {
  const announced = headers['content-length'];
  return announced === undefined ? undefined : Number(announced);
}

/**
 * The parts of a multipart body as they arrive, for handlers that may begin to read after the client has disconnected.
 * @throws Refusal `bad_request` if the body ends early.
 */
export function incomingParts(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest['parts']>[0],
): AsyncGenerator<IncomingPart> {
  return untilEnd(whileConnected(request.raw, request.parts(options)));
}

/** The parser hangs if the connection breaks before it starts, or between two parts; this wrapper does not. */
async function* whileConnected<T>(request: IncomingMessage, parts: AsyncIterableIterator<T>): AsyncGenerator<T> {
  const broken = new Promise<never>((_resolve, reject) => whenCutOff(request, reject));
  // Awaited only between parts: later failures surface through the content stream.
  broken.catch(() => undefined);
  for (;;) {
    const next: IteratorResult<T, unknown> = await Promise.race([parts.next(), broken]);
    if (next.done === true) return;
    yield next.value;
  }
}

/** After the parts, the parser no longer reports a broken connection to the content stream, which would hang. */
const failWith = (request: IncomingMessage, content: Readable): void =>
  whenCutOff(request, (error) => content.destroy(error));

/** When a connection breaks, received but unread bytes are lost, even if all of them had arrived. */
function whenCutOff(request: IncomingMessage, tell: (error: Error) => void): void {
  const look = () => {
    if (!request.readableEnded) tell(new Error('The connection broke before the upload was read.'));
  };
  if (request.destroyed) look();
  else request.once('close', look);
}

/** Wraps parts or bytes; a body that ends early is the sender's fault, not the service's. */
export async function* untilEnd<T>(incoming: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* incoming;
  } catch (cause) {
    rethrowEnd(cause);
  }
}

function rethrowEnd(cause: unknown): never {
  // The parser's limit errors have their own status.
  if (cause instanceof Error && 'statusCode' in cause) throw cause;
  const message = say`The upload ended before it was complete. Nothing was stored. Send it again.`;
  throw new Refusal('bad_request', message, { cause });
}

function asJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new Refusal('bad_request', say`The part "attributes" must be valid JSON.`, { cause });
  }
}
