import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Multipart } from '../../../../contract/operation.ts';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { IncomingContent } from '../../../domain/tree/files/store-content.ts';
import { multipartLimits } from '../content-parsers.ts';
import { requireNoNulls } from '../null-characters.ts';
import { requestFault } from '../request-fault.ts';
import { failWith, type IncomingField, incomingParts, rethrowEnd } from './incoming-parts.ts';
import { isSmallBody, readSmallBody } from './small-multipart.ts';

/** A part of either reader. */
type UploadPart = IncomingField | { readonly type: 'file'; readonly file: Readable | readonly Uint8Array[] };
type UploadParts = AsyncIterator<UploadPart> | Iterator<UploadPart>;

/**
 * Reads a multipart upload up to the first byte of its file, or to its end if it is small: the validated `attributes` part, which may be
 * absent if its schema allows it, and the content as a stream. The name and the file name of the file part are ignored. The stream fails
 * if the body ends early, or if the file is followed by something that would be lost.
 */
export async function readMultipart<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
): Promise<Multipart<z.output<S>>> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', say`Send uploads as multipart/form-data.`);
  }
  const isSmall = isSmallBody(request.raw);
  const parts: UploadParts = isSmall ? await readSmallBody(request).catch(rethrowEnd) : incomingParts(request);
  let found: Attributes = null;
  // Not `for await`, which would close the parts behind the file with the first of them.
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    if (part.type === 'field') {
      found = attributesAfter(part, found);
      continue;
    }
    try {
      const attributes = requireAttributes(found, schema);
      if (part.file instanceof Readable) failWith(request.raw, part.file);
      return { attributes, content: contentOf(part.file, parts), requestBytes: announcedBytes(request.raw) };
    } catch (error) {
      discard(part.file);
      throw error;
    }
  }
  throw missingParts(found);
}

/**
 * The bytes of the file of an upload.
 * @throws Refusal after the last byte if attributes or another file follow: they would be ignored.
 */
async function* contentOf(
  file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  rest: UploadParts,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch (cause) {
    rethrowEnd(cause);
  }
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    const part = next.value;
    if (part.type === 'file') {
      discard(part.file);
      throw new Refusal('bad_request', say`The upload contains more than one file. Send each in a request of its own.`);
    }
    if (part.fieldname === 'attributes') throw attributesBehindFile();
  }
}

/** Lets the rest of the body pass, so that the sender gets the answer. */
function discard(file: Readable | readonly Uint8Array[]): void {
  if (file instanceof Readable) file.resume();
}

/** The value of the part `attributes`; null as long as none has arrived. */
type Attributes = { readonly value: unknown } | null;

function attributesAfter(field: IncomingField, found: Attributes): Attributes {
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

/** Most bytes of an upload that are not its file: the attributes, and the boundaries and headers of its parts. */
const mostBytesAround = multipartLimits.fieldSize + 64 * 1024;

/** What the size of an upload says about that of its file; nothing if it is unknown. */
export function fileBounds(requestBytes: number | undefined): Pick<IncomingContent, 'atLeastBytes' | 'atMostBytes'> {
  if (requestBytes === undefined) return {};
  return { atLeastBytes: Math.max(0, requestBytes - mostBytesAround), atMostBytes: requestBytes };
}

/** The size of a body; undefined if its sender doesn't announce it. The HTTP parser has checked this header, and the body has this size. */
export function announcedBytes({ headers }: IncomingMessage): number | undefined {
  const announced = headers['content-length'];
  return announced === undefined ? undefined : Number(announced);
}

function asJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new Refusal('bad_request', say`The part "attributes" must be valid JSON.`, { cause });
  }
}
