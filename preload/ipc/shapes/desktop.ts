import { z } from 'zod';

/** A place in the window, as its router names it. */
export type WindowPlace = `/${string}`;
export const WindowPlace = z.custom<WindowPlace>(
  (place) => typeof place === 'string' && /^\/[a-z]*(\?[\w%=&.-]*)?$/.test(place),
);

/** A file, with its comments and tasks open. */
export const commentsPlace = (fileId: string): WindowPlace => `/files?file=${fileId}&details=comments`;

/** State of the application update. */
export const UpdateState = z.object({
  /**
   * `off`: no feed is configured, or this host does not update itself. `idle`: up to date. `ready`: downloaded and verified; installed when the
   * application quits. `failed`: the last check failed; the next one is automatic.
   */
  state: z.enum(['off', 'idle', 'checking', 'downloading', 'ready', 'failed']),
  /** The new version while it downloads and when it is ready; null otherwise. */
  version: z.string().nullable(),
  /** Downloaded fraction, 0 to 1; null while nothing is downloading. */
  share: z.number().nullable(),
  /** The failure and its remedy; null unless `failed`. */
  sentence: z.string().nullable(),
});
export type UpdateState = z.infer<typeof UpdateState>;
