import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { words } from './words.ts';

/**
 * What waits for a person's decision, and what was done and can be taken back. Paths are below their root with `/` between the
 * names; sizes are bytes, times milliseconds since the epoch.
 */

export const ConflictVersion = z.object({
  whose: z.enum(['mine', 'theirs']),
  /** It got the conflict name; the other one kept the name. */
  isCopy: z.boolean(),
  /** Where it is on this computer now; null: not here (yet, or any more). */
  path: z.string().nullable(),
  itemId: z.string().nullable(),
  versionId: z.string().nullable(),
  sha1: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  modifiedAtMs: z.number().nullable(),
  /** The computer, or the person as the service names them; null: not known. Of `theirs` only `conflict.get` asks. */
  by: z.string().nullable(),
});

export const Conflict = z.object({
  id: z.number(),
  rootId: z.number(),
  path: z.string(),
  copyPath: z.string(),
  itemKind: z.enum(['file', 'folder']),
  reason: z.enum(['both_edited', 'both_created', 'kinds_differ', 'name_taken']),
  rule: z.string(),
  sentence: words,
  atMs: z.number(),
  mine: ConflictVersion,
  theirs: ConflictVersion,
  /** What `conflict.resolve` can do about it. */
  choices: z.array(z.enum(['mine', 'theirs', 'both'])),
});
/** Wire format: messages as codes and arguments. */
export type ConflictData = z.infer<typeof Conflict>;
/** The same with messages as text. */
export type Conflict = InWords<ConflictData>;

/** A content to be laid beside the other one; all null: neither text nor a picture, too large, or not on this computer. */
export const Shown = z.object({
  text: z.string().nullable(),
  /** The text goes on. */
  isCut: z.boolean(),
  /** A picture as a `data:` address. */
  preview: z.string().nullable(),
});

export const ConflictDetail = Conflict.extend({ mineShown: Shown, theirsShown: Shown });
/** Wire format: messages as codes and arguments. */
export type ConflictDetailData = z.infer<typeof ConflictDetail>;
/** The same with messages as text. */
export type ConflictDetail = InWords<ConflictDetailData>;

export const Held = z.object({
  /** The same while anything of it is held; never given to another batch. */
  id: z.number(),
  rootId: z.number(),
  what: z.enum(['deletes', 'rewrites']),
  /** Which side it would be done to. */
  direction: z.enum(['to-local', 'to-remote']),
  items: z.number(),
  bytes: z.number(),
  sinceMs: z.number(),
  /** The first paths of the list. */
  sample: z.array(z.string()),
  sentence: words,
});
/** Wire format: messages as codes and arguments. */
export type HeldData = z.infer<typeof Held>;
/** The same with messages as text. */
export type Held = InWords<HeldData>;

export const HeldItem = z.object({
  path: z.string(),
  itemKind: z.enum(['file', 'folder']),
  /** Null: a folder. */
  bytes: z.number().nullable(),
  itemId: z.string().nullable(),
});
export type HeldItem = z.infer<typeof HeldItem>;

export const HeldDecided = z.object({
  /** Things that may go on now. */
  released: z.number(),
  /** Things that were put back; those that could not be stay held. */
  restored: z.number(),
  failed: z.array(z.object({ path: z.string(), message: words })),
});
/** Wire format: messages as codes and arguments. */
export type HeldDecidedData = z.infer<typeof HeldDecided>;
/** The same with messages as text. */
export type HeldDecided = InWords<HeldDecidedData>;

export const Undone = z.object({
  undone: z.number(),
  /** The batch of the undo itself, which can be undone in turn; null: nothing was done. */
  batch: z.number().nullable(),
  /** What could not be taken back, and why. */
  refused: z.array(z.object({ id: z.number(), path: z.string(), message: words, remedy: words })),
});
/** Wire format: messages as codes and arguments. */
export type UndoneData = z.infer<typeof Undone>;
/** The same with messages as text. */
export type Undone = InWords<UndoneData>;

export const Trashed = z.object({
  id: z.number(),
  rootId: z.number(),
  /** Absolute path of the synced folder that it was in. */
  rootPath: z.string(),
  path: z.string(),
  itemKind: z.enum(['file', 'folder']),
  /** Files and folders, itself included. */
  nodes: z.number(),
  bytes: z.number(),
  atMs: z.number(),
});
export type Trashed = z.infer<typeof Trashed>;

/** Null: without an end. */
export const TrashPolicy = z.object({
  keepDays: z.number().min(0).nullable(),
  keepBytes: z.number().min(0).nullable(),
});
export type TrashPolicy = z.infer<typeof TrashPolicy>;
