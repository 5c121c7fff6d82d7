import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { words } from './words.ts';

/** A folder of this computer as it is typed: can it be kept in sync, and how much room has it? Sizes are bytes. */
export const FolderLook = z.object({
  /** Absolute, with `~` written out. */
  path: z.string(),
  /** `new`: it is made when it is added. `refused`: `problem` says why it cannot be taken. */
  state: z.enum(['new', 'empty', 'in_use', 'refused']),
  /** Files and folders in it, not counting those below. */
  entries: z.number(),
  /** Of the disk that it is or will be on; null: not known. */
  freeBytes: z.number().nullable(),
  /** Folders whose path goes on from what was typed, at most ten. */
  proposals: z.array(z.string()),
  problem: z.object({ code: z.string(), message: words, remedy: words }).nullable(),
});
/** Wire format: messages as codes and arguments. */
export type FolderLookData = z.infer<typeof FolderLook>;
/** The same with messages as text. */
export type FolderLook = InWords<FolderLookData>;
