import { parameterRefusal } from '../domain/refusal.ts';
import type { RequestPart } from './request-fault.ts';

/** Levels of objects and arrays in each other: more than any operation knows, fewer than would exhaust what looks through them. */
const deepest = 64;

/**
 * @throws Refusal `bad_request` for a text with U+0000, which not every database can keep, wherever in the value it is; and for a
 * value that is nested too deep to be looked through.
 */
export function requireNoNulls(part: RequestPart, value: unknown): void {
  const name = nameOfNull(value, part, 1);
  if (name === null) return;
  const place = name === '' ? `The ${part} of the request` : `"${name}" in the ${part} of the request`;
  const message = `${place} holds the character U+0000, which no text may hold. Leave it out.`;
  throw parameterRefusal('bad_request', name === '' ? part : name, message);
}

/** The name of the first field whose text holds U+0000, `""` for the value itself; null when none does. */
function nameOfNull(value: unknown, part: RequestPart, depth: number): string | null {
  if (typeof value === 'string') return value.includes('\u0000') ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > deepest) {
    const message = `The ${part} of the request has more than ${deepest} objects or arrays within each other. Send less.`;
    throw parameterRefusal('bad_request', part, message);
  }
  for (const [name, inner] of Object.entries(value)) {
    const found = nameOfNull(inner, part, depth + 1);
    if (found !== null || name.includes('\u0000'))
      return found === null || found === '' ? name.replaceAll('\u0000', '?') : found;
  }
  return null;
}
