import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { words } from './words.ts';

/**
 * What the window, the tray and the command line are told. Declared here once: the engine's status projection produces these
 * shapes, the renderer and `tandem status --json` show them. Sizes are bytes, times milliseconds since the epoch, rates
 * bytes per second. Sentences are complete, in plain words; codes are stable.
 */

/** The five states; each differs in shape as well as in colour wherever it is drawn (desktop.md, The look). */
export const OverallState = z.enum(['in_sync', 'syncing', 'paused', 'attention', 'offline']);
export type OverallState = z.infer<typeof OverallState>;

export const RootState = z.enum([
  /** All three trees are equal. */
  'in_sync',
  'syncing',
  /** First listing or scan: what there is to do is not known yet. */
  'checking',
  'paused',
  /** In step but for paths that need a person. */
  'attention',
  /** The local folder is missing, empty of its marker, or on another volume: nothing is inferred from it. */
  'root_missing',
  'offline',
]);
export type RootState = z.infer<typeof RootState>;

export const AccountStatus = z.object({
  state: z.enum(['connected', 'connecting', 'offline', 'signed_out']),
  baseUrl: z.string(),
  user: z
    .object({
      id: z.string(),
      name: z.string(),
      login: z.string(),
      spaceUsed: z.number(),
      /** -1: unlimited. */
      spaceAmount: z.number(),
    })
    .nullable(),
  /** Why it is not connected, and when it will be tried again. */
  sentence: words.nullable(),
  retryAtMs: z.number().nullable(),
});
/** Wire format: messages as codes and arguments. */
export type AccountStatusData = z.infer<typeof AccountStatus>;
/** The same with messages as text. */
export type AccountStatus = InWords<AccountStatusData>;

export const RootStatus = z.object({
  id: z.number(),
  localPath: z.string(),
  remoteId: z.string(),
  /** Last part of the local path. */
  name: z.string(),
  state: RootState,
  sentence: words,
  files: z.number(),
  folders: z.number(),
  bytes: z.number(),
  /** Paths whose agreement is in doubt or that are on their way. */
  pending: z.number(),
  blocked: z.number(),
  held: z.number(),
  conflicts: z.number(),
  /** Links, special files and what the rules leave out. */
  ignored: z.number(),
  lastChange: z.object({ atMs: z.number(), sentence: words }).nullable(),
  pausedUntilMs: z.number().nullable(),
  /**
   * The local folder is not the one that was linked (gone, emptied, replaced), and nothing goes on before it is back or a person
   * decides by `root.recover`: `files`, `folders` and `bytes` say how much it held. Left out while it is there.
   */
  lost: z.object({ code: z.string(), remedy: words, choices: z.array(z.enum(['restore', 'accept'])) }).optional(),
  /** Share done of what this root has to transfer, 0 to 1; null when nothing is in flight or it is not known yet. */
  progress: z.number().nullable(),
});
/** Wire format: messages as codes and arguments. */
export type RootStatusData = z.infer<typeof RootStatus>;
/** The same with messages as text. */
export type RootStatus = InWords<RootStatusData>;

export const TransferStatus = z.object({
  id: z.string(),
  /** Null: a one-off upload (dropped on the window, or `tandem upload`). */
  rootId: z.number().nullable(),
  direction: z.enum(['up', 'down']),
  name: z.string(),
  /** Folder shown with it, relative to the root. */
  place: z.string(),
  state: z.enum(['queued', 'running', 'waiting', 'finishing', 'done', 'failed', 'cancelled']),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  bytesPerSecond: z.number(),
  /** Null: not known yet. */
  secondsLeft: z.number().nullable(),
  /** Of an upload session. */
  parts: z.object({ done: z.number(), total: z.number(), parallel: z.number() }).nullable(),
  /** What went wrong, or why it waits. */
  sentence: words.nullable(),
  canCancel: z.boolean(),
});
/** Wire format: messages as codes and arguments. */
export type TransferStatusData = z.infer<typeof TransferStatus>;
/** The same with messages as text. */
export type TransferStatus = InWords<TransferStatusData>;

export const AttentionItem = z.object({
  rootId: z.number(),
  path: z.string(),
  /** A `ProblemCode`, or `conflict`. */
  code: z.string(),
  sentence: words,
  remedy: words,
  /** `waiting` goes on by itself. */
  reach: z.enum(['waiting', 'blocked', 'account']),
  retryAtMs: z.number().nullable(),
  /** Of the code `conflict`: its number in `conflict.list`. The path is that of the copy, and the state may be `in_sync` with it. */
  conflict: z.number().optional(),
});
/** Wire format: messages as codes and arguments. */
export type AttentionItemData = z.infer<typeof AttentionItem>;
/** The same with messages as text. */
export type AttentionItem = InWords<AttentionItemData>;

export const Invitation = z.object({
  /** The collaboration's id. */
  id: z.string(),
  /** Who invites; empty when the service does not say. */
  from: z.string(),
  /** Name of the item; empty while the service does not show it. */
  item: z.string(),
  role: z.string(),
  createdAtMs: z.number().nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const Status = z.object({
  state: OverallState,
  /** The one sentence of the hero and the tray, e.g. `Syncing 214 of 1,902 files`. */
  sentence: words,
  /** The line below it, e.g. `3.1 GB to go, about 4 minutes left.` Empty when there is nothing to add. */
  detail: words,
  account: AccountStatus,
  roots: z.array(RootStatus),
  /** In flight and next in line, at most 50, running ones first; `transfersTotal` counts all. */
  transfers: z.array(TransferStatus),
  transfersTotal: z.number(),
  /** What is not in step, and what waits to be decided, conflicts included: at most 50; `attentionTotal` counts all. */
  attention: z.array(AttentionItem),
  attentionTotal: z.number(),
  invitations: z.array(Invitation),
  rate: z.object({ upBytesPerSecond: z.number(), downBytesPerSecond: z.number() }),
  totals: z.object({
    filesDone: z.number(),
    filesTotal: z.number(),
    bytesDone: z.number(),
    bytesTotal: z.number(),
    secondsLeft: z.number().nullable(),
  }),
  atMs: z.number(),
});
/** Wire format: messages as codes and arguments. */
export type StatusData = z.infer<typeof Status>;
/** The same with messages as text. */
export type Status = InWords<StatusData>;

export const ActivityEntry = z.object({
  id: z.number(),
  atMs: z.number(),
  rootId: z.number(),
  /** The kind of step, as in the journal: `upload`, `download`, `move-remote`, ... */
  kind: z.string(),
  /** Which side was changed by it. */
  side: z.enum(['local', 'remote', 'both']),
  /** Relative to the root, with `/`. */
  path: z.string(),
  /** Where it was before, for a move. */
  fromPath: z.string().nullable(),
  itemKind: z.enum(['file', 'folder']),
  bytes: z.number().nullable(),
  /** What happened, e.g. `Uploaded a new version`. */
  sentence: words,
  rule: z.string(),
  /** Entries of one pass share it; `activity.undo` takes either. */
  batch: z.number(),
  /** `never`: this kind is not taken back, and `activity.undo` says why. */
  undo: z.enum(['possible', 'done', 'never']),
});
/** Wire format: messages as codes and arguments. */
export type ActivityEntryData = z.infer<typeof ActivityEntry>;
/** The same with messages as text. */
export type ActivityEntry = InWords<ActivityEntryData>;

const Observation = z
  .object({
    path: z.string(),
    kind: z.enum(['file', 'folder']),
    sizeBytes: z.number().nullable(),
    sha1: z.string().nullable(),
    /** Local: the modification time in nanoseconds; remote and synced: the etag. */
    mark: z.string().nullable(),
    id: z.string(),
  })
  .nullable();

export const Why = z.object({
  rootId: z.number().nullable(),
  path: z.string(),
  status: z.enum(['synced', 'syncing', 'waiting', 'blocked', 'conflict', 'ignored', 'excluded', 'unknown']),
  /** The whole answer in one sentence. */
  sentence: words,
  local: Observation,
  remote: Observation,
  synced: Observation,
  rule: z.string().nullable(),
  /** The kind of step, as in the journal. */
  operation: z.string().nullable(),
  /** The same in words, as a dry run says it. */
  next: words.nullable(),
  problem: z.object({ code: z.string(), sentence: words, remedy: words }).nullable(),
  retryAtMs: z.number().nullable(),
  /** How often it was tried in vain; null: nothing is wrong. */
  attempts: z.number().nullable(),
  /** The batch of `held.list` that it waits in; null: none. */
  held: z.number().nullable(),
  /** The open conflict of `conflict.list` that it is a version of; null: none. */
  conflict: z.number().nullable(),
  /** Its name on the service, when this computer cannot hold that one; left out when both are the same. */
  alias: z.object({ remoteName: z.string(), sentence: words }).optional(),
});
/** Wire format: messages as codes and arguments. */
export type WhyData = z.infer<typeof Why>;
/** The same with messages as text. */
export type Why = InWords<WhyData>;

export const PlannedStep = z.object({
  rootId: z.number(),
  kind: z.string(),
  path: z.string(),
  toPath: z.string().nullable(),
  bytes: z.number().nullable(),
  rule: z.string(),
  sentence: words,
});
/** Wire format: messages as codes and arguments. */
export type PlannedStepData = z.infer<typeof PlannedStep>;
/** The same with messages as text. */
export type PlannedStep = InWords<PlannedStepData>;
