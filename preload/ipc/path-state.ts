import { z } from 'zod';

/** A file or folder as its asker knows it: by its id on the service, or by its path (absolute, or below a root). */
export const PathAddress = z.union([
  z.object({ id: z.string().min(1).max(64) }),
  z.object({ path: z.string().min(1).max(4_096) }),
]);
export type PathAddress = z.infer<typeof PathAddress>;

/** Rows that one question may name. */
export const MAX_PATH_STATES = 500;

/** `outside`: in no synced folder; the others are the answers of `path.why`. */
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

/** The state of one row: what `tandem why` says about it, without the observations. Codes, never sentences. */
export const PathState = z.object({
  address: PathAddress,
  /** Null outside every synced folder. */
  rootId: z.number().nullable(),
  /** Below its root, with `/`. */
  path: z.string().nullable(),
  status: PathStatus,
  /** A `ProblemCode`; null: nothing is wrong. */
  code: z.string().nullable(),
  /** The share that is transferred, 0 to 1; null: no bytes of it are moving. Of a folder: of everything that is in line beneath it. */
  progress: z.number().min(0).max(1).nullable(),
  retryAtMs: z.number().nullable(),
  /** Its open conflict in `conflict.list`; null: none. */
  conflict: z.number().nullable(),
  /** The batch of `held.list` that it waits in; null: none. */
  held: z.number().nullable(),
  /** Of a folder: what is left to do beneath it; null: nothing. */
  beneath: z.enum(['syncing', 'attention']).nullable(),
});
export type PathState = z.infer<typeof PathState>;
