import type { UploadedPart, UploadSession } from '../../../ports/remote/remote.ts';

/** One part of an upload session: bytes `offset` to `offset + sizeBytes` of the file. */
export type PlannedPart = { readonly index: number; readonly offset: number; readonly sizeBytes: number };

/** A planned part and the service's copy of it (null: it must be sent). */
export type PartState = { readonly part: PlannedPart; readonly held: UploadedPart | null };

/** Parts of a session; the service's own limit. */
const MOST_PARTS = 10_000;
/** A part is in memory while it is sent. */
const LARGEST_PART_BYTES = 512 * 1024 * 1024;

/**
 * The parts of a file, in order, each as long as the session says except the last. Null: no such split fits the file, its number of
 * parts or our memory.
 */
export function planParts(
  sizeBytes: number,
  { partSizeBytes, totalParts }: Pick<UploadSession, 'partSizeBytes' | 'totalParts'>,
): readonly PlannedPart[] | null {
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new RangeError(`not a size in bytes: ${sizeBytes}`);
  const isPossible = partSizeBytes >= 1 && partSizeBytes <= LARGEST_PART_BYTES && totalParts <= MOST_PARTS;
  if (!isPossible || totalParts !== Math.ceil(sizeBytes / partSizeBytes)) return null;
  return Array.from({ length: totalParts }, (_, index) => {
    const offset = index * partSizeBytes;
    return { index, offset, sizeBytes: Math.min(partSizeBytes, sizeBytes - offset) };
  });
}

/**
 * Matches the service's part list with the plan. Null: they don't match (a different offset or size, or two parts at one offset),
 * so the session belongs to another file or split and is useless.
 */
export function matchParts(
  planned: readonly PlannedPart[],
  listed: readonly UploadedPart[],
): readonly PartState[] | null {
  const byOffset = new Map(planned.map((part) => [part.offset, part]));
  const held = new Map<number, UploadedPart>();
  for (const part of listed) {
    if (byOffset.get(part.offset)?.sizeBytes !== part.sizeBytes || held.has(part.offset)) return null;
    held.set(part.offset, part);
  }
  return planned.map((part) => ({ part, held: held.get(part.offset) ?? null }));
}
