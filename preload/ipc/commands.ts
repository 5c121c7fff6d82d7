import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { serviceCalls } from './service-calls.ts';
import { Account, ServiceFound } from './shapes/account.ts';
import {
  Conflict,
  ConflictDetail,
  Held,
  HeldDecided,
  HeldDecision,
  HeldItem,
  Trashed,
  TrashPolicy,
  Undoing,
  Undone,
} from './shapes/attention.ts';
import { Bandwidth } from './shapes/bandwidth.ts';
import { UpdateState, WindowPlace } from './shapes/desktop.ts';
import { AnnouncedFile } from './shapes/drop.ts';
import { FolderLook } from './shapes/folder.ts';
import { MAX_PATH_STATES, PathAddress, PathState } from './shapes/path-state.ts';
import { FolderStates, RulePreview, SelectionTree } from './shapes/scope.ts';
import { GuardLimits, Settings, SettingsChange } from './shapes/settings.ts';
import { LinkAddress, LinkPassword, SharedThing, VisitId } from './shapes/shared-link.ts';
import {
  ActivityEntry,
  Invitation,
  PlannedStep,
  RateSample,
  RootStatus,
  Status,
  TransferScope,
  Why,
} from './shapes/status.ts';
import { words } from './words.ts';

const sha1Text = z.string().regex(/^[0-9a-f]{40}$/);
/** For lists that can be long. */
const page = { limit: z.number().int().min(1).max(1_000).default(100), offset: z.number().int().min(0).default(0) };
const ignoreLines = z.array(z.string().max(4096)).max(1_000);

/**
 * All requests that the window and the command line can send to a running engine: name -> input and output shape. Both ends derive types and
 * validation from this table; a missing handler does not compile. Two transports carry it: Electron messages and WebSocket (also over the socket in
 * the state folder, for the command line).
 */
export const commands = {
  /** The signed-in user and this host's features. The interface hides features that the host lacks. */
  'session.get': command(
    z.object({}),
    z.object({
      host: z.enum(['electron', 'browser', 'terminal']),
      can: z.object({ reveal: z.boolean(), tray: z.boolean(), dropPaths: z.boolean(), chooseFolder: z.boolean() }),
      version: z.string(),
      deviceName: z.string(),
      /** The person's home folder if paths below it are shown as `~/...`; null where that is not customary (Windows). */
      homePath: z.string().nullable(),
      /** True if this user can administer the service. Pages that the role forbids are hidden. */
      isAdmin: z.boolean(),
    }),
  ),
  /** The service that this computer is connected to, and a sign-in in progress. */
  'account.get': command(z.object({}), Account),
  /** Checks whether a service responds at a URL as people type it, e.g. `files.example.com`. */
  'account.check': command(z.object({ address: z.string().max(2_048) }), ServiceFound),
  /**
   * Starts a sign-in through the browser and cancels the previous one; `account.get` reports its progress. Without `baseUrl`, it uses the account's
   * service. `isOpened`: the system's browser shows the page; otherwise the person opens `url`.
   */
  'account.signIn': command(
    z.object({ baseUrl: z.url().optional(), uploadUrl: z.url().optional() }),
    z.object({ url: z.url(), isOpened: z.boolean() }),
  ),
  'account.cancelSignIn': command(z.object({}), z.object({})),
  /** Starts this computer's private service; refused if this program has none. */
  'account.startPrivate': command(z.object({}), z.object({})),
  /**
   * Signs out, at the service and on this computer. Files stay, and the roots resume when the same account signs in again. `isRevoked` false: the
   * service was unreachable, or the keyring could not be read, and the sign-in expires by itself.
   */
  'account.signOut': command(z.object({}), z.object({ isRevoked: z.boolean() })),
  /** Inspects a typed local path without changing anything. */
  'folder.look': command(z.object({ path: z.string().max(4_096) }), FolderLook),
  'settings.get': command(z.object({}), Settings),
  /** Omitted fields keep their value. Persisted over restarts. Returns all settings. */
  'settings.set': command(SettingsChange, Settings),
  /** Limits below which the delete guard does not ask. */
  'guard.get': command(z.object({}), GuardLimits),
  /** Omitted limits stay. */
  'guard.set': command(GuardLimits.partial(), GuardLimits),
  /** The report of `tandem report` as text: versions, checks, state and the latest journal entries, without secrets. */
  'report.get': command(z.object({}), z.object({ text: z.string() })),
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
  /** Newest first. `before`: the id of the previous page's last entry. */
  'activity.list': command(
    z.object({
      before: z.number().optional(),
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
  /** Items removed from this disk, newest first. */
  'trash.local.list': command(
    z.object(page),
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
  'transfer.cancel': command(z.object({ id: z.string() }), z.object({})),
  /** Cancels all transfers, or the small files of one of the status's `transferGroups`. */
  'transfer.cancelAll': command(z.object({ group: TransferScope.nullable() }), z.object({ cancelled: z.number() })),
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
  /**
   * Announces dropped files without a local path (a browser). Each gets an id, and its bytes follow by `POST /drop/{id}`. `relativePath` uses `/`
   * and creates the folders it names. One answer to name conflicts covers the whole batch. Files are returned in input order.
   */
  'drop.begin': command(
    z.object({
      folderId: z.string().min(1),
      onConflict: z.enum(['ask', 'keep-both', 'new-version', 'skip']).default('ask'),
      files: z.array(AnnouncedFile).min(1).max(10_000),
    }),
    z.object({
      batchId: z.string(),
      files: z.array(z.object({ id: z.string(), relativePath: z.string(), conflict: z.boolean() })),
    }),
  ),
  'drop.resolve': command(
    z.object({ batchId: z.string(), onConflict: z.enum(['keep-both', 'new-version', 'skip']) }),
    z.object({}),
  ),
  'drop.cancel': command(z.object({ batchId: z.string() }), z.object({})),
  /**
   * For batches that an earlier load of the page started: which files arrived, and which (paths as announced) must be dropped again because their
   * bytes were lost with the page. Finished batches are omitted.
   */
  'drop.left': command(
    z.object({ batchIds: z.array(z.string()).max(100) }),
    z.array(z.object({ batchId: z.string(), total: z.number(), sent: z.number(), missing: z.array(z.string()) })),
  ),
  /** Dropped files with a path on this disk (Electron). */
  'drop.paths': command(
    z.object({
      folderId: z.string().min(1),
      paths: z.array(z.string().min(1)).min(1),
      onConflict: z.enum(['keep-both', 'new-version', 'skip']).default('keep-both'),
    }),
    z.object({ batchId: z.string() }),
  ),
  'invitation.list': command(z.object({}), z.array(Invitation)),
  'invitation.accept': command(z.object({ id: z.string() }), z.object({})),
  'invitation.decline': command(z.object({ id: z.string() }), z.object({})),
  /**
   * Calls one service operation as the signed-in person. Request and answer are both validated against the operation's declaration; the shapes are
   * `ServiceRequest` and `ServiceAnswer`.
   */
  'service.call': command(z.object({ operation: z.enum(serviceCalls), request: z.unknown() }), z.unknown()),
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
        .max(1_000),
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
  /** Leaves a collaboration. The item is not deleted for anyone. */
  'share.leave': command(z.object({ path: z.string().min(1) }), z.object({})),
  /** Downloads an item again that was deleted here but may not be deleted on the service. */
  'share.bringBack': command(z.object({ path: z.string().min(1) }), z.object({})),
  /** A fresh one-time link to the window, for the command line. Refused where no window is served on the loopback address. */
  'window.link': command(z.object({}), z.object({ url: z.string() })),
  /**
   * The path below this page's origin where the window reads a content or uploads a dropped file. In a browser the path is signed: it is valid
   * briefly and only for this session.
   */
  'window.address': command(
    z.object({
      path: z
        .string()
        .regex(/^\/(content|drop)\/[!-~]+$/)
        .max(2_000),
    }),
    z.object({ path: z.string() }),
  ),
  /** Ends every other browser session of the window. Refused outside a browser. */
  'window.signOutOthers': command(z.object({}), z.object({ ended: z.number() })),
  /** Opens a shared link. `visit` represents the link and its password in later commands and in content paths. */
  'link.visit': command(
    z.object({ url: LinkAddress, password: LinkPassword.optional() }),
    z.object({ visit: VisitId, thing: SharedThing }),
  ),
  /** Lists a folder behind a link; `marker`: continues after the previous page, null at the end. */
  'link.items': command(
    z.object({ visit: VisitId, folderId: z.string().min(1), marker: z.string().optional() }),
    z.object({ things: z.array(SharedThing), marker: z.string().nullable() }),
  ),
  /** Copies a file or folder behind a link into one of the person's own folders. */
  'link.take': command(
    z.object({ visit: VisitId, type: z.enum(['file', 'folder']), id: z.string().min(1), parentId: z.string().min(1) }),
    z.object({ id: z.string(), name: z.string() }),
  ),
  /**
   * Gathers folders, files and bookmarks for download as one archive called `name`. Refused if the archive would be incomplete. `archive` opens it
   * once, at `archivePath`.
   */
  'archive.gather': command(
    z.object({
      name: z.string().min(1).max(255),
      items: z
        .array(z.object({ type: z.enum(['file', 'folder', 'web_link']), id: z.string().min(1) }))
        .min(1)
        .max(10_000),
    }),
    z.object({ archive: z.string() }),
  ),
  /** Opens a URL in the system's browser after checking its scheme. */
  'link.open': command(z.object({ url: z.url() }), z.object({})),
  /** The system's folder dialog (`can.chooseFolder`); `path` null: cancelled. */
  'folder.choose': command(z.object({ startPath: z.string().optional() }), z.object({ path: z.string().nullable() })),
  /** Brings the desktop application's window to the front, at a place in it (`/attention?conflict=4`) if one is given. */
  'window.show': command(z.object({ place: WindowPlace.optional() }), z.object({})),
  /** The update state of the application; `off` where it does not update itself. */
  'update.get': command(z.object({}), UpdateState),
  /** Quits the application, installs the downloaded version and restarts. Refused if no version is ready. */
  'update.install': command(z.object({}), z.object({})),
} as const;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
/** Input from a caller: fields with defaults are optional. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['input']>;
/** Input of a handler: validated, with defaults filled in. */
export type CommandRequest<Name extends CommandName> = z.output<Commands[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<Commands[Name]['output']>;

/**
 * A refusal for a person to read; `code` is stable, e.g. `root_nested`, `not_found`, `not_supported_here`. `faults`: the invalid fields, by the
 * service's names, so that a form can show the message beside the field.
 */
export const CommandError = z.object({
  code: z.string(),
  message: words,
  remedy: words,
  faults: z.array(z.object({ name: z.string(), message: words })).optional(),
});
/** Wire format: messages as codes and arguments. */
export type CommandErrorData = z.infer<typeof CommandError>;
/** The same with messages as text. */
export type CommandError = InWords<CommandErrorData>;

/** A result as received over a wire, before its value is validated against its command. */
export const WireResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: CommandError }),
]);
export type WireResult = z.infer<typeof WireResult>;

export type CommandResult<Name extends CommandName> =
  | { readonly ok: true; readonly value: CommandOutput<Name> }
  | { readonly ok: false; readonly error: CommandErrorData };

/** The same with messages as text. */
export type CommandAnswer<Name extends CommandName> = InWords<CommandOutput<Name>>;
export type SpokenResult<Name extends CommandName> =
  | { readonly ok: true; readonly value: CommandAnswer<Name> }
  | { readonly ok: false; readonly error: CommandError };

/** One handler for each command; answers are results, never exceptions. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (request: CommandRequest<Name>) => Promise<CommandResult<Name>>;
};

function command<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) {
  return { input, output } as const;
}
