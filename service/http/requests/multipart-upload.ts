import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Multipart } from '../../../contract/operation.ts';
import { Refusal } from '../../domain/refusal.ts';
import { requireNoNulls } from './null-characters.ts';
import { requestFault } from './request-fault.ts';

/**
 * Reads a multipart upload up to the first byte of its file: the validated `attributes` part, which may be absent if its schema
 * allows it, and the content as a stream. The name and the file name of the file part are ignored. The stream fails if the body
 * ends early.
 */
export async function readMultipart<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
): Promise<Multipart<z.output<S>>> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', 'Send uploads as multipart/form-data.');
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
      const message = 'The part "attributes" must come before the file part.';
      throw new Refusal('metadata_after_file_contents', message);
    }
    if (parsed.success) {
      failWith(request.raw, part.file);
      return { attributes: parsed.data, content: untilEnd(part.file), requestBytes: announcedBytes(request.raw) };
    }
    part.file.resume();
    throw requestFault('body', parsed.error, attributes?.value);
  }
  const missing =
    attributes === null ? 'the part "attributes" and a part that holds the file' : 'the part that holds the file';
  throw new Refusal('bad_request', `The upload is missing ${missing}.`);
}

/** The HTTP parser has checked this header, and the body has this size. */
function announcedBytes({ headers }: IncomingMessage): number | undefined {
  const announced = headers['content-length'];
  return announced === undefined ? undefined : Number(announced);
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
    // The parser's limit errors have their own status.
    if (cause instanceof Error && 'statusCode' in cause) throw cause;
    const message = 'The upload ended before it was complete. Nothing was stored. Send it again.';
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
