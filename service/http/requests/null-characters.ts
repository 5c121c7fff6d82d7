import { say } from '../../../contract/rules/say.ts';
import { parameterRefusal } from '../../domain/refusal.ts';
import type { RequestPart } from './request-fault.ts';

/** Maximum nesting of objects and arrays: more than any operation needs, fewer than would exhaust the recursion. */
const deepest = 64;

/**
 * Maximum entries of all objects and arrays together: more than the largest metadata template has, fewer than would keep the service busy
 * for long, since a schema can find a fault in each of them.
 */
const mostValues = 160_000;

/**
 * @throws Refusal `bad_request` for a text with U+0000 anywhere in the value, since not every database can store it, and for a
 * value that is nested too deeply to check or contains too many others.
 */
export function requireNoNulls(part: RequestPart, value: unknown): void {
  const name = nameOfNull(value, part, 1, { values: 0 });
  if (name === null) return;
  const message =
    name === ''
      ? say`The ${part} of the request contains the character U+0000, which is not allowed. Remove it.`
      : say`"${name}" in the ${part} of the request contains the character U+0000, which is not allowed. Remove it.`;
  throw parameterRefusal('bad_request', name === '' ? part : name, message);
}

/** The path of the first field whose text contains U+0000, such as `tags.0`, `""` for the value itself; null if none does. Adds to `seen`. */
function nameOfNull(value: unknown, part: RequestPart, depth: number, seen: { values: number }): string | null {
  if (typeof value === 'string') return value.includes('\u0000') ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > deepest) {
    const message = say`The ${part} of the request nests objects or arrays more than ${deepest} levels deep.`;
    throw parameterRefusal('bad_request', part, message);
  }
  seen.values += Array.isArray(value) ? value.length : Object.keys(value).length;
  if (seen.values > mostValues) {
    const message = say`The ${part} of the request contains more than ${mostValues} values.`;
    throw parameterRefusal('bad_request', part, message);
  }
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes('\u0000')) return name.replaceAll('\u0000', '?');
    const found = nameOfNull(inner, part, depth + 1, seen);
    if (found !== null) return found === '' ? name : `${name}.${found}`;
  }
  return null;
}
