import type { ByteRange } from '../../ports/blob-store.ts';

/** A parsed `Range` header (RFC 9110 section 14.2). */
export type RangeRequest =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

/**
 * Parses a `Range` header for content of `sizeBytes`. Multiple ranges, other units and malformed headers are answered with the
 * whole content, as the standard allows.
 */
export function readRange(header: string | undefined, sizeBytes: number): RangeRequest {
  const match = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})$/i.exec(header?.trim() ?? '');
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (!match || (first === '' && last === '')) return { kind: 'whole' };
  if (first === '') return suffix(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= sizeBytes ? { kind: 'unsatisfiable' } : { kind: 'part', range: { start, end } };
}

/** The last `length` bytes. */
function suffix(length: number, sizeBytes: number): RangeRequest {
  if (length === 0 || sizeBytes === 0) return { kind: 'unsatisfiable' };
  return { kind: 'part', range: { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 } };
}
