import { z } from 'zod';
import type { InWords } from '../../words/wording.ts';
import { words } from '../words.ts';

/** A local folder as it is typed: whether it can be synced, and its free space. Sizes are bytes. */
export const FolderLook = z.object({
  /** Absolute, with `~` expanded. */
  path: z.string(),
  /** `new`: created when it is added. `refused`: `problem` gives the reason. */
  state: z.enum(['new', 'empty', 'in_use', 'refused']),
  /** Number of direct children. */
  entries: z.number(),
  /** Free space of the disk that holds or will hold it; null: unknown. */
  freeBytes: z.number().nullable(),
  /** Up to ten folders whose paths complete the typed text. */
  proposals: z.array(z.string()),
  problem: z.object({ code: z.string(), message: words, remedy: words }).nullable(),
});
/** Wire format: messages as codes and arguments. */
export type FolderLookData = z.infer<typeof FolderLook>;
/** The same with messages as text. */
export type FolderLook = InWords<FolderLookData>;
