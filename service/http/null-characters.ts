import { Refusal } from '../domain/refusal.ts';
import type { RequestPart } from './request-fault.ts';

/** @throws Refusal `bad_request` for a text with U+0000, which not every database can keep, wherever in the value it is. */
export function requireNoNulls(part: RequestPart, value: unknown): void {
  const name = nameOfNull(value);
  if (name === null) return;
  const place = name === '' ? `The ${part} of the request` : `"${name}" in the ${part} of the request`;
  throw new Refusal('bad_request', `${place} holds the character U+0000, which no text may hold. Leave it out.`);
}

/** The name of the first field whose text holds U+0000, `""` for the value itself; null when none does. */
function nameOfNull(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\u0000') ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = nameOfNull(inner);
    if (found !== null || name.includes('\u0000'))
      return found === null || found === '' ? name.replaceAll('\u0000', '?') : found;
  }
  return null;
}
