import { createHash, type Hash } from 'node:crypto';
import type { Multipart, Octets, Operation } from '../../../contract/operation.ts';

/** A request as its operation received it. */
export interface Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

/**
 * Identifies a repeat of the same request: SHA-256 over method, operation, path, query, headers and body as the operation understands them.
 * Of uploaded bytes only the declared values go in, so that a repeat is recognised before it is read.
 */
export function fingerprintOf(method: string, operation: Operation, asked: Asked): string {
  const { params, query, headers, body } = asked;
  const stated = [method, operation.name, params, query, headers, statedBody(operation, body)];
  return createHash('sha256').update(JSON.stringify(stated, canonical)).digest('hex');
}

function statedBody({ body: { kind } }: Operation, body: unknown): unknown {
  switch (kind) {
    case 'json':
      return body ?? null;
    case 'multipart':
      return (body as Multipart<unknown>).attributes ?? null;
    case 'none':
    case 'octets':
      return null;
  }
}

/**
 * Two clients, or two versions of one, may write the fields of an object in another order. Passwords stay out of the digest: it is quick to compute,
 * so a reader of one could try many passwords.
 */
function canonical(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (name === 'password') return 'set';
    return name === 'svcapi' ? value.replace(/(?<=&shared_link_password=).*/s, '') : value;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** True when a request brings bytes and does not say which. */
export function bringsUndeclaredBytes({ body: { kind } }: Operation, { headers, body }: Asked): boolean {
  // A part of an upload session cannot come without its digest.
  if (kind !== 'multipart') return false;
  if (typeof (headers as { 'content-md5'?: unknown })['content-md5'] === 'string') return false;
  const { attributes } = body as Multipart<{ entries?: readonly { sha1?: string }[] } | undefined>;
  return attributes?.entries?.every(({ sha1 }) => sha1 !== undefined) !== true;
}

/** Bytes on their way through, and their digest once all have come. */
export interface DigestedBytes {
  readonly content: Octets;
  /** SHA-1 in hexadecimal digits; null until the end was reached. */
  digest(): string | null;
}

/** Computes the SHA-1 of bytes while another reader consumes them. */
export function digested(content: Octets): DigestedBytes {
  const hash = createHash('sha1');
  let digest: string | null = null;
  return {
    content: passing(content, hash, (end) => {
      digest = end;
    }),
    digest: () => digest,
  };
}

async function* passing(content: Octets, hash: Hash, onEnd: (digest: string) => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
  onEnd(hash.digest('hex'));
}
