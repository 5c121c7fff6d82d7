/** A stretch of a whole, in bytes: `start` and `end` both inclusive, as in the header. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

/** Reads `Content-Range: bytes a-b/total`; null when it is not of that form or contradicts itself. */
export function parseContentRange(header: string): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header.trim());
  if (!match) return null;
  const [start, end, total] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return start <= end && end < total ? { start, end, total } : null;
}

/** Writes a stretch as the value of `Content-Range`. */
export function formatContentRange(range: ContentRange): string {
  return `bytes ${range.start}-${range.end}/${range.total}`;
}
