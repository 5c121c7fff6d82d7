import { z } from 'zod';
import type { InWords } from '../../words/wording.ts';
import { words } from '../words.ts';

/**
 * Status for the window, the tray and the command line, declared once: the engine's status projection produces these shapes; the renderer and
 * `tandem status --json` show them. Sizes are bytes, times milliseconds since the epoch, rates bytes per second. Messages are complete, plain
 * sentences; codes are stable.
 */

/** The five states. Each has its own shape and colour wherever it is drawn. */
export const OverallState = z.enum(['in_sync', 'syncing', 'paused', 'attention', 'offline']);
export type OverallState = z.infer<typeof OverallState>;

export const RootState = z.enum([
  /** All three trees are equal. */
  'in_sync',
  'syncing',
  /** First listing or scan: the pending work is not known yet. */
  'checking',
  'paused',
  /** In sync except for paths that need a person. */
  'attention',
  /** The local folder is missing, lacks its marker, or is on another volume. No deletes are inferred from it. */
  'root_missing',
  'offline',
]);
export type RootState = z.infer<typeof RootState>;

export const AccountStatus = z.object({
  state: z.enum(['connected', 'connecting', 'offline', 'signed_out']),
  baseUrl: z.string(),
  /** Names the account among all services, also while its user is unknown; empty: no account. */
  key: z.string(),
  /** Null: the service has not answered since the start. */
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
  /** Why the account is disconnected, and when the next retry is. */
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
  /** Paths that are being checked or synced. */
  pending: z.number(),
  blocked: z.number(),
  held: z.number(),
  conflicts: z.number(),
  /** Its share of `attentionTotal`. */
  attention: z.number(),
  /** Links, special files and items that match ignore rules. */
  ignored: z.number(),
  lastChange: z.object({ atMs: z.number(), sentence: words }).nullable(),
  pausedUntilMs: z.number().nullable(),
  /**
   * The local folder is not the linked one (deleted, emptied, replaced). The root is suspended until the folder is back or a person decides by
   * `root.recover`. `files`, `folders` and `bytes` report its last contents. Omitted while the folder is there.
   */
  lost: z.object({ code: z.string(), remedy: words, choices: z.array(z.enum(['restore', 'accept'])) }).optional(),
  /** Transferred fraction of this root's work, 0 to 1; null when nothing is in flight or the total is unknown. */
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
  /** The folder to show with it, relative to the root. */
  place: z.string(),
  state: z.enum(['queued', 'running', 'waiting', 'finishing', 'done', 'failed', 'cancelled']),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  bytesPerSecond: z.number(),
  /** Null: unknown. */
  secondsLeft: z.number().nullable(),
  /** For an upload session. */
  parts: z.object({ done: z.number(), total: z.number(), parallel: z.number() }).nullable(),
  /** The problem, or the reason for waiting. */
  sentence: words.nullable(),
  canCancel: z.boolean(),
  /** Part of one of the `transferGroups`. */
  isGrouped: z.boolean(),
});
/** Wire format: messages as codes and arguments. */
export type TransferStatusData = z.infer<typeof TransferStatus>;
/** The same with messages as text. */
export type TransferStatus = InWords<TransferStatusData>;

/** The transfers of one synced folder (null: one-off uploads) in one direction. */
export const TransferScope = z.object({ rootId: z.number().nullable(), direction: z.enum(['up', 'down']) });
export type TransferScope = z.infer<typeof TransferScope>;

/** All small files of a scope, each of which is gone before a line of its own could be read. */
export const TransferGroup = TransferScope.extend({
  files: z.number(),
  /** Their deepest common folder, relative to the root. */
  place: z.string(),
  state: TransferStatus.shape.state,
  bytesDone: z.number(),
  bytesTotal: z.number(),
  bytesPerSecond: z.number(),
  secondsLeft: z.number().nullable(),
});
export type TransferGroup = z.infer<typeof TransferGroup>;

/** The sentence beside it as data: its code, finer than a `ProblemCode`, and the values that stand in it. */
const Cause = {
  cause: z.string(),
  args: z.record(z.string(), z.union([words, z.number(), z.null()])),
};

export const AttentionItem = z.object({
  rootId: z.number(),
  path: z.string(),
  /** A `ProblemCode`, or `conflict`. */
  code: z.string(),
  ...Cause,
  sentence: words,
  remedy: words,
  /** `waiting` resumes by itself. */
  reach: z.enum(['waiting', 'blocked', 'account']),
  retryAtMs: z.number().nullable(),
  /** For code `conflict`: its number in `conflict.list`. The path is that of the copy, and its state may be `in_sync`. */
  conflict: z.number().optional(),
  /** For code `conflict`: who had last changed the other version. Omitted: unknown. */
  by: z.object({ id: z.string(), name: z.string() }).optional(),
  /** For code `held_by_guard`: the number of the batch in `held.list`. The item stands for the whole batch; the path is one of it. */
  held: z.number().optional(),
  /** A free name that both sides accept, for `problem.rename`; omitted where another name would not help. */
  suggestedName: z.string().optional(),
  /** It may be kept on this computer only, by `kept.set`. */
  canKeepHere: z.literal(true).optional(),
});
/** Wire format: messages as codes and arguments. */
export type AttentionItemData = z.infer<typeof AttentionItem>;
/** The same with messages as text. */
export type AttentionItem = InWords<AttentionItemData>;

export const Invitation = z.object({
  /** The collaboration's id. */
  id: z.string(),
  /** The inviter's name and id; empty if the service does not report one. */
  from: z.string(),
  fromId: z.string(),
  /** Name of the item; empty while the service hides it. */
  item: z.string(),
  role: z.string(),
  createdAtMs: z.number().nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

export const Status = z.object({
  state: OverallState,
  /** The headline of the home page and the tray, e.g. `Syncing 1,902 files`. */
  sentence: words,
  /** The line below it, e.g. `1,180 done · 3.1 GB to go · about 4 minutes left` May be empty. */
  detail: words,
  account: AccountStatus,
  roots: z.array(RootStatus),
  /** In-flight and queued transfers, at most 50, ungrouped ones and active ones first; `transfersTotal` counts all. */
  transfers: z.array(TransferStatus),
  transferGroups: z.array(TransferGroup),
  transfersTotal: z.number(),
  /**
   * Items that are not in sync or wait for a decision: at most 50, conflicts and then held batches last; `attentionTotal` counts all.
   */
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

/** Bytes per second in both directions, averaged over the time before it. */
export const RateSample = z.object({ atMs: z.number(), up: z.number(), down: z.number() });

export const ActivityEntry = z.object({
  id: z.number(),
  atMs: z.number(),
  rootId: z.number(),
  /** The kind of step, as in the journal: `upload`, `download`, `move-remote`, ... */
  kind: z.string(),
  /** The side that it changed. */
  side: z.enum(['local', 'remote', 'both']),
  /** Relative to the root, with `/`. */
  path: z.string(),
  /** The previous path of a move. */
  fromPath: z.string().nullable(),
  itemKind: z.enum(['file', 'folder']),
  bytes: z.number().nullable(),
  /** The change, e.g. `Uploaded a new version`. */
  sentence: words,
  rule: z.string(),
  /** Shared by all entries of one pass; `activity.undo` accepts either id. */
  batch: z.number(),
  /** The person whose change on the service this computer followed. Null: made here, or unknown. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** `never`: this kind cannot be undone, and `activity.undo` gives the reason. */
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
  /** The same as text, as in a dry run. */
  next: words.nullable(),
  problem: z.object({ code: z.string(), ...Cause, sentence: words, remedy: words }).nullable(),
  /** Why it is not synced although nothing is wrong; null: it is synced, or is about to be. */
  leftOut: z.object({ ...Cause, sentence: words, remedy: words }).nullable(),
  retryAtMs: z.number().nullable(),
  /** Number of failed attempts; null: no problem. */
  attempts: z.number().nullable(),
  /** The batch in `held.list` that contains it; null: none. */
  held: z.number().nullable(),
  /** The open conflict in `conflict.list` that it is a version of; null: none. */
  conflict: z.number().nullable(),
  /** Its name on the service if this computer does not support that name; omitted if both are the same. */
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
