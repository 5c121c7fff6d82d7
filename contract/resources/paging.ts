import { z } from 'zod';

/** One key that a list is ordered by. */
export const order = z.object({ by: z.string(), direction: z.string() });

/** Offset form of a page. The next page starts at `offset + limit`. */
export function offsetPage<Entry extends z.ZodType>(entry: Entry) {
  return z.object({
    total_count: z.int().min(0),
    limit: z.int().min(1),
    offset: z.int().min(0),
    entries: z.array(entry),
  });
}

/** Marker form of a page: `next_marker` is null at the end. Markers are opaque. */
export function markerPage<Entry extends z.ZodType>(entry: Entry) {
  return z.object({
    limit: z.int().min(1),
    next_marker: z.string().nullable().optional(),
    prev_marker: z.string().nullable().optional(),
    entries: z.array(entry),
  });
}

/** A page by offset, of entries of type `Entry`. */
export interface OffsetPage<Entry> {
  readonly total_count: number;
  readonly limit: number;
  readonly offset: number;
  readonly entries: readonly Entry[];
}

/** A page by marker, of entries of type `Entry`. */
export interface MarkerPage<Entry> {
  readonly limit: number;
  readonly next_marker: string | null;
  readonly entries: readonly Entry[];
}
