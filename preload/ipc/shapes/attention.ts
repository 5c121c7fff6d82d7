import { z } from 'zod';
import type { InWords } from '../../words/wording.ts';
import { words } from '../words.ts';

/** Pending decisions and undoable changes. Paths are relative to their root, with `/`; sizes are bytes, times milliseconds since the epoch. */

const ConflictVersion = z.object({
  whose: z.enum(['mine', 'theirs']),
  /** This version has the conflict name; the other version kept the original name. */
  isCopy: z.boolean(),
  /** Current local path; null: not on this computer. */
  path: z.string().nullable(),
  itemId: z.string().nullable(),
  versionId: z.string().nullable(),
  sha1: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  modifiedAtMs: z.number().nullable(),
  /** The computer, or the person as named by the service; null: unknown. Of `theirs`: who had last changed it; `conflict.get` asks who made it. */
  by: z.string().nullable(),
  /** That person's id; null: a computer, or unknown. */
  byId: z.string().nullable(),
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
  /** Choices that `conflict.resolve` accepts. */
  choices: z.array(z.enum(['mine', 'theirs', 'both'])),
});
/** Wire format: messages as codes and arguments. */
export type ConflictData = z.infer<typeof Conflict>;
/** The same with messages as text. */
export type Conflict = InWords<ConflictData>;

/** Content for a side-by-side view. All null: neither text nor a picture, too large, or not on this computer. */
const Shown = z.object({
  text: z.string().nullable(),
  /** The text is truncated. */
  isCut: z.boolean(),
  /** A picture as a `data:` URL. */
  preview: z.string().nullable(),
});

export const ConflictDetail = Conflict.extend({ mineShown: Shown, theirsShown: Shown });
/** Wire format: messages as codes and arguments. */
export type ConflictDetailData = z.infer<typeof ConflictDetail>;
/** The same with messages as text. */
export type ConflictDetail = InWords<ConflictDetailData>;

export const Held = z.object({
  /** Stays the same while anything in the batch is held. Never reused. */
  id: z.number(),
  rootId: z.number(),
  what: z.enum(['deletes', 'rewrites']),
  /** The side that the batch would change. */
  direction: z.enum(['to-local', 'to-remote']),
  items: z.number(),
  bytes: z.number(),
  sinceMs: z.number(),
  /** First paths of the batch. */
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

export const HeldDecision = z.object({
  id: z.number(),
  /** `apply`: run the held steps. `restore`: restore the deleted or overwritten items on the side where it happened. */
  decision: z.enum(['apply', 'restore']),
  /** The number of items that the person saw; `apply` is refused if the batch has more by then. Omitted: however many. */
  items: z.number().optional(),
});
export type HeldDecision = z.infer<typeof HeldDecision>;

export const HeldDecided = z.object({
  /** Number of released items. */
  released: z.number(),
  /** Number of restored items. Items that could not be restored stay held. */
  restored: z.number(),
  /** The first 100 of those. */
  failed: z.array(z.object({ path: z.string(), message: words })),
  /** Number of those, listed or not. */
  failedTotal: z.number(),
});
/** Wire format: messages as codes and arguments. */
export type HeldDecidedData = z.infer<typeof HeldDecided>;
/** The same with messages as text. */
export type HeldDecided = InWords<HeldDecidedData>;

/** The last entry of a part of an undo, and the journal batch of that undo; null: nothing was undone yet. */
const UndoneBefore = z.object({ entry: z.number(), batch: z.number().nullable() });

/**
 * One journal entry, or a batch; `kinds`: of the batch, only the entries of these kinds. `part`: only the next `most` of them, for progress and a way to
 * stop; `after`: as in the answer to the part before, which this one continues.
 */
export const Undoing = z.object({
  id: z.number().optional(),
  batch: z.number().optional(),
  kinds: z.array(z.string()).optional(),
  part: z
    .object({
      most: z.number().int().min(1).max(1_000),
      after: UndoneBefore.optional(),
    })
    .optional(),
});

export const Undone = z.object({
  undone: z.number(),
  /** The batch of the undo itself, which can be undone too; null: no changes. */
  batch: z.number().nullable(),
  /** Entries that could not be undone, and why. */
  refused: z.array(z.object({ id: z.number(), path: z.string(), message: words, remedy: words })),
  /** The entries that come after this part; omitted: none. */
  rest: z.object({ entries: z.number(), after: UndoneBefore }).optional(),
});
/** Wire format: messages as codes and arguments. */
export type UndoneData = z.infer<typeof Undone>;
/** The same with messages as text. */
export type Undone = InWords<UndoneData>;

export const Trashed = z.object({
  id: z.number(),
  rootId: z.number(),
  /** Absolute path of the sync root that contained it. */
  rootPath: z.string(),
  path: z.string(),
  itemKind: z.enum(['file', 'folder']),
  /** Number of files and folders, including itself. */
  nodes: z.number(),
  bytes: z.number(),
  atMs: z.number(),
});
export type Trashed = z.infer<typeof Trashed>;

/** Null: no end date. */
export const TrashPolicy = z.object({
  keepDays: z.number().min(0).nullable(),
  keepBytes: z.number().min(0).nullable(),
});
export type TrashPolicy = z.infer<typeof TrashPolicy>;

/** What the journal keeps, whichever is less. The bounds leave enough to undo, and a store of a bounded size. */
export const JournalPolicy = z.object({
  keepDays: z.number().int().min(1).max(3_650),
  keepEntries: z.number().int().min(1_000).max(1_000_000),
});
export type JournalPolicy = z.infer<typeof JournalPolicy>;
