import { z } from 'zod';

/** What a shared link opens, for the window. The password stays in the main process: a visit stands for link and password. */

export const SharedThing = z.object({
  type: z.enum(['file', 'folder', 'web_link']),
  id: z.string(),
  name: z.string(),
  /** Null: a bookmark. */
  sizeBytes: z.number().nullable(),
  changedAtMs: z.number().nullable(),
  /** Of a bookmark: where it leads. */
  url: z.string().nullable(),
  /** Whose it is, as far as the service says. */
  owner: z.string().nullable(),
  canDownload: z.boolean(),
});
export type SharedThing = z.infer<typeof SharedThing>;

/** No control characters: it goes into a header. */
const headerText = (longest: number) =>
  z
    .string()
    .max(longest)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must be one line of text');

/** The address of a shared link. */
export const LinkAddress = headerText(1024).pipe(z.url({ protocol: /^https?$/ }));
export const LinkPassword = headerText(256);
/** What stands for an opened link until the program ends. */
export const VisitId = z.string().min(1).max(100);
