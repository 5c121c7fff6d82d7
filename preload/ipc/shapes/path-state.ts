import { z } from 'zod';

/** A file or folder, by its id on the service or by its path (absolute, or relative to a root). */
export const PathAddress = z.union([
  z.object({ id: z.string().min(1).max(64) }),
  z.object({ path: z.string().min(1).max(4_096) }),
]);
export type PathAddress = z.infer<typeof PathAddress>;

/** Maximum rows per request. */
export const MAX_PATH_STATES = 500;

/** Maximum number of changes in one `selection.set`. */
export const MAX_SELECTION_CHANGES = 1_000;

/** `outside`: in no synced folder; the other values match `path.why`. */
export const PathStatus = z.enum([
  'synced',
  'syncing',
  'waiting',
  'blocked',
  'conflict',
  'ignored',
  'excluded',
  'unknown',
  'outside',
]);
export type PathStatus = z.infer<typeof PathStatus>;

/** State of one row: the result of `tandem why` without the observations. Codes only, no text. */
export const PathState = z.object({
  address: PathAddress,
  /** Null outside every synced folder. */
  rootId: z.number().nullable(),
  /** Relative to its root, with `/`. */
  path: z.string().nullable(),
  status: PathStatus,
  /** A `ProblemCode`, or `kept_here` for an ignored item that the person keeps on this computer only; null: no problem. */
  code: z.string().nullable(),
  /** Transferred fraction, 0 to 1; null: no transfer. For a folder: of all queued transfers below it. */
  progress: z.number().min(0).max(1).nullable(),
  retryAtMs: z.number().nullable(),
  /** Its open conflict in `conflict.list`; null: none. */
  conflict: z.number().nullable(),
  /** The batch in `held.list` that contains it; null: none. */
  held: z.number().nullable(),
  /** For a folder: the pending work below it; null: none. */
  beneath: z.enum(['syncing', 'attention']).nullable(),
  /** It may be kept on this computer only, by `kept.set`. */
  canKeepHere: z.literal(true).optional(),
});
export type PathState = z.infer<typeof PathState>;
