import { z } from 'zod';
import { Bandwidth } from '../shapes/bandwidth.ts';
import { FolderLook } from '../shapes/folder.ts';
import { MAX_PATH_STATES, MAX_SELECTION_CHANGES, PathAddress, PathState } from '../shapes/path-state.ts';
import { FolderStates, KeptHere, RulePreview, SelectionTree } from '../shapes/scope.ts';
import { GuardLimits } from '../shapes/settings.ts';
import { PlannedStep, RateSample, RootStatus, Status, TransferScope, Why } from '../shapes/status.ts';
import { command } from './command.ts';

/** More than the engine accepts (`RULE_LIMITS`): it names its limit. */
const ignoreLines = z.array(z.string().max(100_000)).max(10_000);

/** Synced folders: their state, their pace, and what of them is on this computer. */
export const syncCommands = {
  /** Inspects a typed local path without changing anything. */
  'folder.look': command(z.object({ path: z.string().max(4_096) }), FolderLook),
  /** Limits below which the delete guard does not ask. */
  'guard.get': command(z.object({}), GuardLimits),
  /** Omitted limits stay. */
  'guard.set': command(GuardLimits.partial(), GuardLimits),
  'status.get': command(z.object({}), Status),
  /** The rates of the last five minutes, oldest first: what a window opened now has not seen. */
  'rates.list': command(z.object({}), z.object({ samples: z.array(RateSample) })),
  'root.list': command(z.object({}), z.array(RootStatus)),
  /**
   * `anyway`: accept a folder that another sync program uses. `create`: create a missing local folder. `paused`: observe both sides but run no
   * steps until `sync.resume`, so that a person can choose first.
   */
  'root.add': command(
    z.object({
      localPath: z.string().min(1),
      remoteId: z.string().min(1),
      anyway: z.boolean().optional(),
      create: z.boolean().optional(),
      paused: z.boolean().optional(),
    }),
    RootStatus,
  ),
  /**
   * Decides about a root whose folder was emptied, replaced or deleted. `restore`: download everything into the folder again. `accept`: keep the
   * folder as it is now and move missing items to the service's trash.
   */
  'root.recover': command(z.object({ rootId: z.number(), choice: z.enum(['restore', 'accept']) }), RootStatus),
  'root.remove': command(z.object({ rootId: z.number() }), z.object({})),
  /** Opens the folder in the system's file manager. Refused where the host cannot. */
  'root.reveal': command(z.object({ rootId: z.number(), path: z.string().optional() }), z.object({})),
  /** Opens a document of a root with its program; shows a file that could run something in its folder instead. */
  'root.open': command(z.object({ rootId: z.number(), path: z.string().min(1) }), z.object({})),
  /** Without `rootId`, pauses everything. `forMs` null: until resumed. */
  'sync.pause': command(
    z.object({ rootId: z.number().optional(), forMs: z.number().positive().nullable() }),
    z.object({}),
  ),
  /** Without `rootId`, resumes everything, also folders that were paused by themselves. */
  'sync.resume': command(z.object({ rootId: z.number().optional() }), z.object({})),
  /** File transfer speed limits per direction, default and by hour. A change takes effect immediately and survives a restart. */
  'bandwidth.get': command(z.object({}), Bandwidth),
  'bandwidth.set': command(Bandwidth, Bandwidth),
  'sync.plan': command(
    z.object({ rootId: z.number().optional(), limit: z.number().int().positive().max(10_000).default(1_000) }),
    /** `held`: number of files and folders whose delete or overwrite needs a decision first (`held.list`). */
    z.object({ steps: z.array(PlannedStep), total: z.number(), held: z.number() }),
  ),
  /** `path` is absolute, or relative to the given root. */
  'path.why': command(z.object({ rootId: z.number().optional(), path: z.string().min(1) }), Why),
  /** The states of many rows in one request, in the order of the input. The feed `paths` then emits changes to them. */
  'paths.state': command(
    z.object({ paths: z.array(PathAddress).max(MAX_PATH_STATES) }),
    z.object({ states: z.array(PathState) }),
  ),
  'transfer.cancel': command(z.object({ id: z.string() }), z.object({})),
  /** Cancels all transfers, or the small files of one of the status's `transferGroups`. */
  'transfer.cancelAll': command(z.object({ group: TransferScope.nullable() }), z.object({ cancelled: z.number() })),
  /** The remote folders in a folder, with their selection; without `folderId`, those of the root. `selection.states`: as a list shows them. */
  'selection.tree': command(z.object({ rootId: z.number(), folderId: z.string().optional() }), SelectionTree),
  'selection.states': command(z.object({ rootId: z.number(), folderId: z.string() }), FolderStates),
  /** Changes the selection of several folders at once, each given by id (with `rootId`) or by path. `changed`: number of updated states. */
  'selection.set': command(
    z.object({
      rootId: z.number().optional(),
      changes: z
        .array(
          z.object({
            folderId: z.string().optional(),
            path: z.string().optional(),
            state: z.enum(['synced', 'not_synced']),
          }),
        )
        .min(1)
        .max(MAX_SELECTION_CHANGES),
    }),
    z.object({ changed: z.number() }),
  ),
  /** The person's own ignore rules in gitignore syntax, one per line. */
  'ignore.get': command(z.object({}), z.object({ lines: z.array(z.string()) })),
  'ignore.set': command(z.object({ lines: ignoreLines }), z.object({})),
  /** Previews which synced items these rules would exclude, and which excluded items they would include. Changes nothing. */
  'ignore.test': command(
    z.object({ rootId: z.number().optional(), lines: ignoreLines }),
    z.object({ leavesOut: RulePreview, takesIn: RulePreview }),
  ),
  /** Items that the person keeps on this computer only. Paths are relative to their root. */
  'kept.list': command(z.object({}), z.object({ items: z.array(KeptHere) })),
  /** Keeps an item on this computer only, whatever the rules say, or syncs it again. */
  'kept.set': command(KeptHere.extend({ isKept: z.boolean() }), z.object({})),
} as const;
