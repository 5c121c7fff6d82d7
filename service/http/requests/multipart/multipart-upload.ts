import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Multipart } from '../../../../contract/operation.ts';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { requireNoNulls } from '../null-characters.ts';
import { requestFault } from '../request-fault.ts';
import { checkedField, failWith, incomingParts, rethrowEnd, untilEnd } from './incoming-parts.ts';
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
    if (part.type === 'field') found = attributesAfter(checkedField(part), found);
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

function asJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new Refusal('bad_request', say`The part "attributes" must be valid JSON.`, { cause });
  }
}
