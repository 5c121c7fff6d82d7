/** A byte range of a file, with `start` and `end` inclusive, as in the header. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

/** Parses `Content-Range: bytes a-b/total`; null if it is malformed or inconsistent. */
export function parseContentRange(header: string): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header.trim());
  if (!match) return null;
  const [start, end, total] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return start <= end && end < total ? { start, end, total } : null;
}

/** Formats a range as a `Content-Range` header. */
export function formatContentRange(range: ContentRange): string {
  return `bytes ${range.start}-${range.end}/${range.total}`;
}
