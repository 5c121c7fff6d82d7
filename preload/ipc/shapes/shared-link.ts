import { z } from 'zod';

/** Items behind a shared link, for the window. The password stays in the main process: a visit represents link and password. */

export const SharedThing = z.object({
  type: z.enum(['file', 'folder', 'web_link']),
  id: z.string(),
  name: z.string(),
  /** Null: a bookmark. */
  sizeBytes: z.number().nullable(),
  changedAtMs: z.number().nullable(),
  /** URL of a bookmark. */
  url: z.string().nullable(),
  /** The owner, if the service reports one. */
  owner: z.string().nullable(),
  canDownload: z.boolean(),
  /** Who has locked it against downloads; null: no one. */
  lockedBy: z.string().nullable(),
});
export type SharedThing = z.infer<typeof SharedThing>;

/** No control characters: the value becomes part of a header. */
const headerText = (longest: number) =>
  z
    .string()
    .max(longest)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must be one line of text');

/** URL of a shared link. */
export const LinkAddress = headerText(1024).pipe(z.url({ protocol: /^https?$/ }));
export const LinkPassword = headerText(256);
/** Identifies an opened link until the program exits. */
export const VisitId = z.string().min(1).max(100);
