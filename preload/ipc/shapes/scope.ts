import { z } from 'zod';

/** Selective sync and ignore rules, for the window. */

const SelectionState = z.enum(['synced', 'not_synced', 'partially_synced']);

/** One remote folder in the selection tree. */
export const SelectionFolder = z.object({
  id: z.string(),
  name: z.string(),
  state: SelectionState,
  /** Files on the service, in all levels below. */
  files: z.number(),
  bytes: z.number(),
  /** Number of these files selected for this computer. */
  chosenFiles: z.number(),
  chosenBytes: z.number(),
  hasFolders: z.boolean(),
  /** Owned by someone else: the selection applies only to this computer. Otherwise it applies to all computers of the person. */
  isShared: z.boolean(),
});
export type SelectionFolder = z.infer<typeof SelectionFolder>;

/** Subfolders of one folder; `path` is relative to the root. */
export const SelectionTree = z.object({
  rootId: z.number(),
  folderId: z.string(),
  path: z.string(),
  /** Totals of the folder itself and everything below, counted as for each subfolder. */
  files: z.number(),
  bytes: z.number(),
  chosenFiles: z.number(),
  chosenBytes: z.number(),
  /** False: the listing is still incomplete. */
  isListed: z.boolean(),
  folders: z.array(SelectionFolder),
});
export type SelectionTree = z.infer<typeof SelectionTree>;

/**
 * What a list shows of the subfolders of one folder, in columns: the same place in each is about the same folder. Of 100,000 folders this is a seventh
 * of their `SelectionTree`, which takes the window 400 ms to receive.
 */
export const FolderStates = z.object({
  ids: z.array(z.string()),
  states: z.array(SelectionState),
  /** Files on the service, in all levels below. */
  files: z.array(z.number()),
  /** False: the listing is still incomplete. */
  isListed: z.boolean(),
});
export type FolderStates = z.infer<typeof FolderStates>;

/** Effect of ignore rules on this computer's items; `sample`: the first paths, folders end with a slash. */
export const RulePreview = z.object({
  files: z.number(),
  folders: z.number(),
  bytes: z.number(),
  sample: z.array(z.string()),
});
export type RulePreview = z.infer<typeof RulePreview>;

/** An item that stays on this computer only; `path` is relative to its root. */
export const KeptHere = z.object({ rootId: z.number(), path: z.string().min(1).max(4_096) });
export type KeptHere = z.infer<typeof KeptHere>;
