import type { UploadedPart } from '../../../ports/remote/remote.ts';

/** One part of an upload session: bytes `offset` to `offset + sizeBytes` of the file. */
export type PlannedPart = { readonly index: number; readonly offset: number; readonly sizeBytes: number };

/** A planned part and the service's copy of it (null: it must be sent). */
export type PartState = { readonly part: PlannedPart; readonly held: UploadedPart | null };

/** The parts of a file, in order, each `partSizeBytes` long except the last (service-decisions.md 4.3). An empty file has none. */
export function planParts(sizeBytes: number, partSizeBytes: number): readonly PlannedPart[] {
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new RangeError(`not a size in bytes: ${sizeBytes}`);
  if (!Number.isSafeInteger(partSizeBytes) || partSizeBytes < 1) {
    throw new RangeError(`not a size of a part: ${partSizeBytes}`);
  }
  return Array.from({ length: Math.ceil(sizeBytes / partSizeBytes) }, (_, index) => {
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
