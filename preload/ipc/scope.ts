import { z } from 'zod';

/** What is on this computer and what is not, for the window. */

/** One folder on the service in the tree of choices. */
export const SelectionFolder = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['synced', 'not_synced', 'partially_synced']),
  /** On the service, with all below. */
  files: z.number(),
  bytes: z.number(),
  /** Of these, what is chosen for this computer. */
  chosenFiles: z.number(),
  chosenBytes: z.number(),
  hasFolders: z.boolean(),
  /** It belongs to somebody else: the choice holds on this computer alone, else on all of the person's. */
  isShared: z.boolean(),
});
export type SelectionFolder = z.infer<typeof SelectionFolder>;

/** The folders in one folder; `path` is below the root. */
export const SelectionTree = z.object({
  rootId: z.number(),
  folderId: z.string(),
  path: z.string(),
  /** Of the folder itself with all below; as of each folder in it. */
  files: z.number(),
  bytes: z.number(),
  chosenFiles: z.number(),
  chosenBytes: z.number(),
  /** False: the service is still being listed, and more may come. */
  isListed: z.boolean(),
  folders: z.array(SelectionFolder),
});
export type SelectionTree = z.infer<typeof SelectionTree>;

/** What rules would do to what is on this computer; `sample`: the first paths, folders end with a slash. */
export const RulePreview = z.object({
  files: z.number(),
  folders: z.number(),
  bytes: z.number(),
  sample: z.array(z.string()),
});
export type RulePreview = z.infer<typeof RulePreview>;
