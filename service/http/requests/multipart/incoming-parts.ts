import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Multipart as ParserPart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { requireNoNulls } from '../null-characters.ts';

/** A text field of a form. */
export interface IncomingField {
  readonly type: 'field';
  readonly fieldname: string;
  /** A text, or any value if the field says that it is JSON. */
  readonly value: unknown;
}

/** A file of a form. */
export interface IncomingFile {
  readonly type: 'file';
  /** Empty if the sender gave none. */
  readonly filename: string;
  readonly file: Readable;
}

/**
 * The parts of a multipart body as they arrive, for handlers that may begin to read after the client has disconnected.
 * @throws Refusal `bad_request` if the body ends early, or if a field contains U+0000.
 */
export function incomingParts(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest['parts']>[0],
): AsyncGenerator<IncomingField | IncomingFile> {
  return untilEnd(whileConnected(request.raw, request.parts(options)));
}

/** The parser hangs if the connection breaks before it starts, or between two parts; this wrapper does not. */
async function* whileConnected(
  request: IncomingMessage,
  parts: ReturnType<FastifyRequest['parts']>,
): AsyncGenerator<IncomingField | IncomingFile> {
  const broken = new Promise<never>((_resolve, reject) => whenCutOff(request, reject));
  // Awaited only between parts: later failures surface through the content stream.
  broken.catch(() => undefined);
  for (;;) {
    const next: IteratorResult<ParserPart, unknown> = await Promise.race([parts.next(), broken]);
    if (next.done === true) return;
    yield partOf(next.value);
  }
}

function partOf(part: ParserPart): IncomingField | IncomingFile {
  if (part.type === 'field') return checkedField({ type: 'field', fieldname: part.fieldname, value: part.value });
  // A part that says that it is octets counts as a file, also without a file name; its type does not say so.
  const filename: string | undefined = part.filename;
  return { type: 'file', filename: filename ?? '', file: part.file };
}

/** The field, if every database can store its text. @throws Refusal `bad_request` if it contains U+0000. */
export function checkedField(field: IncomingField): IncomingField {
  if (typeof field.value === 'string') requireNoNulls('body', { [field.fieldname]: field.value });
  return field;
}

/** After the parts, the parser no longer reports a broken connection to the content stream, which would hang. */
export const failWith = (request: IncomingMessage, content: Readable): void =>
  whenCutOff(request, (error) => content.destroy(error));

/** Aborts when the connection of a request breaks before its body was read. */
export function whenGone(request: IncomingMessage): AbortSignal {
  const gone = new AbortController();
  whenCutOff(request, (error) => gone.abort(earlyEnd(error)));
  return gone.signal;
}

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

/** @throws Refusal for an error by which a body ended early; other errors unchanged. */
export function rethrowEnd(cause: unknown): never {
  // Refusals, and the parser's limit errors, have their own status.
  if (cause instanceof Refusal || (cause instanceof Error && 'statusCode' in cause)) throw cause;
  throw earlyEnd(cause);
}

function earlyEnd(cause: unknown): Refusal {
  const message = say`The upload ended before it was complete. Nothing was stored. Send it again.`;
  return new Refusal('bad_request', message, { cause });
}
