import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Multipart } from '../../contract/operation.ts';
import { Refusal } from '../domain/refusal.ts';
import { requireNoNulls } from './null-characters.ts';
import { requestFault } from './request-fault.ts';

/**
 * Reads a multipart upload up to the first byte of its file: the `attributes` part, validated, which may be absent where its schema
 * lets it, and the content as a stream. The name of the file part and the file name in it mean nothing. A body that breaks off makes the stream fail.
 */
export async function readMultipart<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
): Promise<Multipart<z.output<S>>> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', 'An upload must be sent as multipart/form-data.');
  }
  let attributes: { readonly value: unknown } | null = null;
  for await (const part of untilEnd(whileConnected(request.raw, request.parts()))) {
    if (part.type === 'field') {
      if (part.fieldname === 'attributes') attributes = { value: asJson(part.value) };
      continue;
    }
    requireNoNulls('body', attributes?.value);
    const parsed = schema.safeParse(attributes?.value);
    if (attributes === null && !parsed.success) {
      part.file.resume();
      const message = 'The part "attributes" must come before the part that holds the file.';
      throw new Refusal('metadata_after_file_contents', message);
    }
    if (parsed.success) {
      failWith(request.raw, part.file);
      return { attributes: parsed.data, content: untilEnd(part.file) };
    }
    part.file.resume();
    throw requestFault('body', parsed.error, attributes?.value);
  }
  const missing =
    attributes === null ? 'the part "attributes" and a part that holds the file' : 'the part that holds the file';
  throw new Refusal('bad_request', `The upload lacks ${missing}.`);
}

/** The parser waits for ever when the connection broke before it began, or breaks between two parts: this does not. */
async function* whileConnected<T>(request: IncomingMessage, parts: AsyncIterableIterator<T>): AsyncGenerator<T> {
  const broken = new Promise<never>((_resolve, reject) => whenCutOff(request, reject));
  // It is awaited only while a part is: what comes later is for the content to tell.
  broken.catch(() => undefined);
  for (;;) {
    const next: IteratorResult<T, unknown> = await Promise.race([parts.next(), broken]);
    if (next.done === true) return;
    yield next.value;
  }
}

/** Once the parts are left, the parser tells the content no more of a connection that breaks: it would wait for ever. */
const failWith = (request: IncomingMessage, content: Readable): void =>
  whenCutOff(request, (error) => content.destroy(error));

/** Of a connection that breaks, bytes are lost that have arrived and were not read yet, even when all of them have arrived. */
function whenCutOff(request: IncomingMessage, tell: (error: Error) => void): void {
  const look = () => {
    if (!request.readableEnded) tell(new Error('The connection broke before the upload was read.'));
  };
  if (request.destroyed) look();
  else request.once('close', look);
}

/** What comes in, part by part or byte by byte; a body that ends too early is the sender's fault, not the service's. */
export async function* untilEnd<T>(incoming: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* incoming;
  } catch (cause) {
    // Limits of the parser come with a status of their own.
    if (cause instanceof Error && 'statusCode' in cause) throw cause;
    const message = 'The upload ended before it was complete. Nothing was stored; send it again.';
    throw new Refusal('bad_request', message, { cause });
  }
}

function asJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new Refusal('bad_request', 'The part "attributes" must be valid JSON.', { cause });
  }
}
