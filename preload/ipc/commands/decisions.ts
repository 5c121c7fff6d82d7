import { z } from 'zod';
import {
  Conflict,
  ConflictDetail,
  Held,
  HeldDecided,
  HeldDecision,
  HeldItem,
  JournalPolicy,
  Trashed,
  TrashPolicy,
  Undoing,
  Undone,
} from '../shapes/attention.ts';
import { ActivityEntry, Invitation, Status } from '../shapes/status.ts';
import { command, page } from './command.ts';

const sha1Text = z.string().regex(/^[0-9a-f]{40}$/);

/** What waits for the person, and what can be undone. */
export const decisionCommands = {
  /** Newest first. `before`: the id of the previous page's last entry. */
  'activity.list': command(
    z.object({
      before: z.number().optional(),
      /** For a page that goes on past a long batch. */
      withoutBatches: z.array(z.number()).optional(),
      limit: z.number().int().min(1).max(500).default(100),
      rootId: z.number().optional(),
      kinds: z.array(z.string()).optional(),
      side: z.enum(['local', 'remote']).optional(),
      /** A folder or file, relative to its root; with `contains`, any part of the path. */
      path: z.string().optional(),
      contains: z.string().optional(),
      sinceMs: z.number().optional(),
      /** The id of the person at this computer: only what they did, here or elsewhere. */
      mine: z.string().optional(),
    }),
    z.object({ entries: z.array(ActivityEntry), more: z.boolean() }),
  ),
  /** Undoes journal entries, using the trash and versions of both sides. Reports entries that cannot be undone. */
  'activity.undo': command(Undoing, Undone),
  /** How much of the journal is kept. */
  'journal.policy': command(z.object({}), JournalPolicy),
  /** Omitted limits stay. Takes effect immediately: entries beyond the new limits are permanently deleted, and can't be undone. */
  'journal.setPolicy': command(JournalPolicy.partial(), z.object({ swept: z.number() })),
  /** Open conflicts, oldest first. */
  'conflict.list': command(z.object(page), z.object({ conflicts: z.array(Conflict), total: z.number() })),
  /** One conflict with both contents, where they can be shown. */
  'conflict.get': command(z.object({ id: z.number() }), ConflictDetail),
  /**
   * By `id`, or by the `path` (absolute, or relative to the given root) of either version. `seen`: the versions that were shown; refused with
   * `changed_since` if either has changed. For a change that permissions forbid, `theirs` reverts it.
   */
  'conflict.resolve': command(
    z.object({
      id: z.number().optional(),
      rootId: z.number().optional(),
      path: z.string().min(1).optional(),
      keep: z.enum(['mine', 'theirs', 'both']),
      seen: z.object({ mine: sha1Text.nullable(), theirs: sha1Text.nullable() }).optional(),
    }),
    z.object({ batch: z.number(), path: z.string() }),
  ),
  /** Large batches of deletes and overwrites that wait for a decision. */
  'held.list': command(z.object({}), z.array(Held)),
  'held.items': command(
    z.object({ id: z.number(), ...page }),
    z.object({ items: z.array(HeldItem), total: z.number() }),
  ),
  'held.release': command(HeldDecision, HeldDecided),
  /** Items removed from this disk, newest first; of one synced folder, whose trash is on its disk, or of all. */
  'trash.local.list': command(
    z.object({ ...page, rootId: z.number().optional() }),
    z.object({ items: z.array(Trashed), total: z.number(), bytes: z.number() }),
  ),
  /** Restores to the original place, under a free name if the original is taken; returns the new `path`. */
  'trash.local.restore': command(z.object({ id: z.number() }), z.object({ path: z.string() })),
  /** Deletes permanently. */
  'trash.local.purge': command(
    z.object({ ids: z.array(z.number()).min(1).max(1_000) }),
    z.object({ purged: z.number() }),
  ),
  'trash.local.policy': command(z.object({}), TrashPolicy),
  /** Omitted limits stay. Takes effect immediately: items beyond the new limits are permanently deleted. */
  'trash.local.setPolicy': command(TrashPolicy.partial(), z.object({ swept: z.number() })),
  /** All items that do not sync, as in the status, which has only the first; conflicts and held items have lists of their own. */
  'problem.list': command(z.object(page), z.object({ problems: Status.shape.attention, total: z.number() })),
  /** Retries blocked or waiting items now: one path, or all. */
  'problem.retry': command(z.object({ rootId: z.number().optional(), path: z.string().optional() }), z.object({})),
  /** Renames an item whose name keeps it from syncing, on the side that has that name. `path`: absolute, or relative to the given root. */
  'problem.rename': command(
    z.object({ rootId: z.number().optional(), path: z.string().min(1), name: z.string().min(1).max(255) }),
    z.object({ batch: z.number(), path: z.string() }),
  ),
  /** Refuses a name as `problem.rename` would, and one that another item of the folder has; for a name that is being typed. */
  'problem.checkName': command(
    z.object({ rootId: z.number().optional(), path: z.string().min(1), name: z.string().max(4_096) }),
    z.object({}),
  ),
  'invitation.list': command(z.object({}), z.array(Invitation)),
  'invitation.accept': command(z.object({ id: z.string() }), z.object({})),
  'invitation.decline': command(z.object({ id: z.string() }), z.object({})),
  /** Leaves a collaboration. The item is not deleted for anyone. */
  'share.leave': command(z.object({ path: z.string().min(1) }), z.object({})),
  /** Downloads an item again that was deleted here but may not be deleted on the service. */
  'share.bringBack': command(z.object({ path: z.string().min(1) }), z.object({})),
} as const;
