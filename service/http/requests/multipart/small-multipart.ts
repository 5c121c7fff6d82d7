import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { verbatim } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { multipartLimits } from '../content-parsers.ts';
import { checkedField, type IncomingField } from './incoming-parts.ts';
import { limitSentences } from './parser-limits.ts';

/** Bodies up to this size are read whole: the streams of a large one cost as much again as everything else about a small upload. */
const smallBytes = 64 * 1024;

/** A part of a body that was read whole. */
type SmallPart = IncomingField | { readonly type: 'file'; readonly file: readonly Uint8Array[] };

/** True for a body that announces so few bytes that it is read whole. */
export function isSmallBody({ headers }: IncomingMessage): boolean {
  const bytes = Number(headers['content-length'] ?? 0);
  return bytes > 0 && bytes <= smallBytes;
}

/**
 * Reads a small body whole, with the parser of the large ones and its limits. The parts end with the refusal of what is behind them.
 * @throws the parser's own errors, and an error when the connection breaks first.
 */
export async function readSmallBody({ raw }: FastifyRequest): Promise<Iterator<SmallPart>> {
  const body = await wholeBody(raw);
  return new Promise((resolve, reject) => {
    const parts: SmallPart[] = [];
    let trouble: Refusal | null = null;
    // Fastify has found the type `multipart/form-data` in this header.
    const parser = new Busboy({ headers: raw.headers as BusboyHeaders, limits: multipartLimits });
    parser.on('field', (fieldname, value, _isNameCut, _isCut, _encoding, type) => {
      const field = fieldOf(fieldname, value, type);
      if (field instanceof Refusal) trouble = field;
      else parts.push(field);
    });
    parser.on('file', (_fieldname, file) => {
      const pieces: Uint8Array[] = [];
      file.on('data', (piece: Uint8Array) => pieces.push(piece)).on('error', reject);
      parts.push({ type: 'file', file: pieces });
    });
    for (const what of ['parts', 'files', 'fields'] as const) {
      parser.on(`${what}Limit`, () => {
        trouble = new Refusal('request_entity_too_large', limitSentences[what]);
      });
    }
    parser.on('error', reject);
    parser.on('finish', () => resolve(partsOf(parts, trouble)));
    parser.end(body);
  });
}

function* partsOf(parts: readonly SmallPart[], trouble: Refusal | null): Generator<SmallPart> {
  for (const part of parts) yield part.type === 'field' ? checkedField(part) : part;
  if (trouble !== null) throw trouble;
}

/** A field as the plugin that reads large bodies returns it: one that says that it is JSON is parsed. */
function fieldOf(fieldname: string, value: string, type: string): SmallPart | Refusal {
  if (fieldname in Object.prototype) {
    return new Refusal('bad_request', verbatim('prototype property is not allowed as field name'));
  }
  if (!type.startsWith('application/json')) return { type: 'field', fieldname, value };
  try {
    return { type: 'field', fieldname, value: JSON.parse(value) as unknown };
  } catch (cause) {
    const message = verbatim('a request field is not a valid JSON as declared by its Content-Type');
    return new Refusal('unsupported_media_type', message, { cause });
  }
}

function wholeBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const cutOff = () => reject(new Error('The connection broke before the upload was read.'));
    if (request.destroyed) return cutOff();
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.once('end', () => resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)));
    request.once('close', cutOff);
    request.once('error', reject);
  });
}
