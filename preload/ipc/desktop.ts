import { z } from 'zod';

/** How it stands with a newer version of the application. */
export const UpdateState = z.object({
  /**
   * `off`: no feed is configured, or this host does not update itself. `idle`: nothing newer is known. `ready`: fetched and checked; it
   * is put in place when the application ends. `failed`: the last look did not work; the next one comes by itself.
   */
  state: z.enum(['off', 'idle', 'checking', 'downloading', 'ready', 'failed']),
  /** The newer version while it is fetched and when it is ready; null otherwise. */
  version: z.string().nullable(),
  /** Share fetched, 0 to 1; null while nothing is fetched. */
  share: z.number().nullable(),
  /** What could not be done, and what helps; null unless `failed`. */
  sentence: z.string().nullable(),
});
export type UpdateState = z.infer<typeof UpdateState>;
