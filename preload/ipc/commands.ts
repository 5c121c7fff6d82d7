import { z } from 'zod';
import type { InWords } from '../words/wording.ts';
import { Account, ServiceFound } from './account.ts';
import { Conflict, ConflictDetail, Held, HeldDecided, HeldItem, Trashed, TrashPolicy, Undone } from './attention.ts';
import { Bandwidth } from './bandwidth.ts';
import { UpdateState } from './desktop.ts';
import { FolderLook } from './folder.ts';
import { GuardLimits } from './guard.ts';
import { MAX_PATH_STATES, PathAddress, PathState } from './path-state.ts';
import { RulePreview, SelectionTree } from './scope.ts';
import { serviceCalls } from './service-calls.ts';
import { Settings, SettingsChange } from './settings.ts';
import { LinkAddress, LinkPassword, SharedThing, VisitId } from './shared-link.ts';
import { ActivityEntry, Invitation, PlannedStep, RootStatus, Status, Why } from './status.ts';
import { words } from './words.ts';

const sha1Text = z.string().regex(/^[0-9a-f]{40}$/);
/** Of a list that can be long. */
const page = { limit: z.number().int().min(1).max(1_000).default(100), offset: z.number().int().min(0).default(0) };
const ignoreLines = z.array(z.string().max(4096)).max(1_000);

/**
 * Everything that the window and the command line can ask a running engine: name -> shape of the question and of the answer.
 * Both ends are typed and validated from this table; a missing handler does not compile. Two transports carry it: electron
 * messages and WebSocket (also over the socket in the state folder, for the command line).
 */
export const commands = {
  /** Who is signed in, and what this host can do; what it cannot, the interface leaves out. */
  'session.get': command(
    z.object({}),
    z.object({
      host: z.enum(['electron', 'browser', 'terminal']),
      can: z.object({ reveal: z.boolean(), tray: z.boolean(), dropPaths: z.boolean(), chooseFolder: z.boolean() }),
      version: z.string(),
      deviceName: z.string(),
      /** The person's home folder where paths below it are shown as `~/...`; null where nobody writes them so (Windows). */
      homePath: z.string().nullable(),
      /** May this user administrate the service? Pages that the role forbids are not shown. */
      isAdmin: z.boolean(),
    }),
  ),
  /** Which service this computer is connected to, and a sign-in that is under way. */
  'account.get': command(z.object({}), Account),
  /** Looks whether a service answers at an address as people type it, e.g. `files.example.com`. */
  'account.check': command(z.object({ address: z.string().max(2_048) }), ServiceFound),
  /**
   * Begins a sign-in through the browser, and ends the one before; `account.get` tells how it goes. Without `baseUrl`: again to the
   * service of the account. `isOpened`: the system's browser shows it; else the person opens `url`.
   */
  'account.signIn': command(
    z.object({ baseUrl: z.url().optional(), uploadUrl: z.url().optional() }),
    z.object({ url: z.url(), isOpened: z.boolean() }),
  ),
  'account.cancelSignIn': command(z.object({}), z.object({})),
  /** Starts the private service of this computer; refused where this program has none. */
  'account.startPrivate': command(z.object({}), z.object({})),
  /**
   * Ends the sign-in, at the service and here. Files stay where they are, and folders that were synced go on with the same account.
   * `isRevoked` false: the service was not reached, and forgets the sign-in by itself.
   */
  'account.signOut': command(z.object({}), z.object({ isRevoked: z.boolean() })),
  /** What a typed path of this computer is; changes nothing. */
  'folder.look': command(z.object({ path: z.string().max(4_096) }), FolderLook),
  'settings.get': command(z.object({}), Settings),
  /** What is left out stays; kept over a restart. Answers with all. */
  'settings.set': command(SettingsChange, Settings),
  /** What the delete guard lets pass without a question. */
  'guard.get': command(z.object({}), GuardLimits),
  'guard.set': command(GuardLimits, GuardLimits),
  /** The report of `tandem report`: versions, checks, state and the last of the journal as a text, without any secret. */
  'report.get': command(z.object({}), z.object({ text: z.string() })),
  'status.get': command(z.object({}), Status),
  'root.list': command(z.object({}), z.array(RootStatus)),
  /**
   * `anyway`: also when another sync program keeps the folder. `create`: the local folder is made when it is not there. `paused`: both
   * sides are looked at and nothing is done before `sync.resume`, so that a person can choose first.
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
   * What becomes of a root whose folder was emptied, replaced or is gone. `restore`: everything is fetched again into the folder at
   * its place. `accept`: the folder as it is now is right; what it lacks goes to the trash of the service.
   */
  'root.recover': command(z.object({ rootId: z.number(), choice: z.enum(['restore', 'accept']) }), RootStatus),
  'root.remove': command(z.object({ rootId: z.number() }), z.object({})),
  /** Opens the folder in the system's file manager; refused by hosts that cannot. */
  'root.reveal': command(z.object({ rootId: z.number(), path: z.string().optional() }), z.object({})),
  /** Without `rootId` everything pauses. `forMs` null: until resumed. */
  'sync.pause': command(
    z.object({ rootId: z.number().optional(), forMs: z.number().positive().nullable() }),
    z.object({}),
  ),
  'sync.resume': command(z.object({ rootId: z.number().optional() }), z.object({})),
  /** How fast bytes of files may go, each way, always and in certain hours; what is set holds at once and over a restart. */
  'bandwidth.get': command(z.object({}), Bandwidth),
  'bandwidth.set': command(Bandwidth, Bandwidth),
  'sync.plan': command(
    z.object({ rootId: z.number().optional(), limit: z.number().int().positive().max(10_000).default(1_000) }),
    /** `held`: files and folders that would not be deleted or replaced before a person decides (`held.list`). */
    z.object({ steps: z.array(PlannedStep), total: z.number(), held: z.number() }),
  ),
  /** `path` is absolute, or relative to the root that is named. */
  'path.why': command(z.object({ rootId: z.number().optional(), path: z.string().min(1) }), Why),
  /** The states of many rows at once, in the order of the question. The feed `paths` then reports what changes about them. */
  'paths.state': command(
    z.object({ paths: z.array(PathAddress).max(MAX_PATH_STATES) }),
    z.object({ states: z.array(PathState) }),
  ),
  /** Newest first. `before`: the id of the last entry of the page before. */
  'activity.list': command(
    z.object({
      before: z.number().optional(),
      limit: z.number().int().min(1).max(500).default(100),
      rootId: z.number().optional(),
      kinds: z.array(z.string()).optional(),
      side: z.enum(['local', 'remote']).optional(),
      /** A folder or file, relative to its root, or a part of the path when `contains` is set. */
      path: z.string().optional(),
      contains: z.string().optional(),
      sinceMs: z.number().optional(),
    }),
    z.object({ entries: z.array(ActivityEntry), more: z.boolean() }),
  ),
  /** Takes back one entry of the journal, or a whole batch, with the means of both sides. What cannot be taken back is told. */
  'activity.undo': command(z.object({ id: z.number().optional(), batch: z.number().optional() }), Undone),
  /** The open conflicts, the oldest first. */
  'conflict.list': command(z.object(page), z.object({ conflicts: z.array(Conflict), total: z.number() })),
  /** One conflict with both contents, as far as they can be shown. */
  'conflict.get': command(z.object({ id: z.number() }), ConflictDetail),
  /**
   * By `id`, or by `path` (absolute, or below the root that is named) of either version. `seen`: what was shown; refused with
   * `changed_since` when one of them is otherwise by now. Of a change that the rights do not let through, `theirs` takes it back.
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
  /** Deletes and rewrites that were too many at once, each batch once. */
  'held.list': command(z.object({}), z.array(Held)),
  'held.items': command(
    z.object({ id: z.number(), ...page }),
    z.object({ items: z.array(HeldItem), total: z.number() }),
  ),
  /** `apply`: it goes on. `restore`: what was deleted or rewritten is put back, on the side where it happened. */
  'held.release': command(z.object({ id: z.number(), decision: z.enum(['apply', 'restore']) }), HeldDecided),
  /** What left this disk, newest first. */
  'trash.local.list': command(
    z.object(page),
    z.object({ items: z.array(Trashed), total: z.number(), bytes: z.number() }),
  ),
  /** To where it was, under a free name when its own is taken; `path` says where it is now. */
  'trash.local.restore': command(z.object({ id: z.number() }), z.object({ path: z.string() })),
  /** Deletes for good. */
  'trash.local.purge': command(
    z.object({ ids: z.array(z.number()).min(1).max(1_000) }),
    z.object({ purged: z.number() }),
  ),
  'trash.local.policy': command(z.object({}), TrashPolicy),
  /** Counts at once: what it does not keep any more is deleted for good. */
  'trash.local.setPolicy': command(TrashPolicy, z.object({ swept: z.number() })),
  'transfer.cancel': command(z.object({ id: z.string() }), z.object({})),
  /** Tries now what waits for a later time: one path, or all. */
  'problem.retry': command(z.object({ rootId: z.number().optional(), path: z.string().optional() }), z.object({})),
  /**
   * Announces dropped files that have no path here (a browser): each gets an id, to which its bytes are then sent by
   * `POST /drop/{id}`. `relativePath` uses `/` and creates the folders it names. Conflicts are answered once for the batch. The files
   * of the answer stand in the order of the question.
   */
  'drop.begin': command(
    z.object({
      folderId: z.string().min(1),
      onConflict: z.enum(['ask', 'keep-both', 'new-version', 'skip']).default('ask'),
      files: z
        .array(
          z.object({
            relativePath: z.string().min(1).max(4096),
            sizeBytes: z.number().int().min(0),
            modifiedAtMs: z.number(),
          }),
        )
        .min(1)
        .max(10_000),
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
   * Of batches that an earlier life of the page began: what arrived, and which files (paths as announced) need to be dropped again,
   * because their bytes were gone with the page. A batch that is over is left out.
   */
  'drop.left': command(
    z.object({ batchIds: z.array(z.string()).max(100) }),
    z.array(z.object({ batchId: z.string(), total: z.number(), sent: z.number(), missing: z.array(z.string()) })),
  ),
  /** Dropped files that have a path on this disk (Electron). */
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
   * One operation of the service, as the signed-in person. The request is checked by the operation's own declaration before it is
   * sent, the answer after it came; the shapes are those of `ServiceRequest` and `ServiceAnswer`.
   */
  'service.call': command(z.object({ operation: z.enum(serviceCalls), request: z.unknown() }), z.unknown()),
  /** The folders in a folder on the service and what holds for each; without `folderId`, those of the root. */
  'selection.tree': command(z.object({ rootId: z.number(), folderId: z.string().optional() }), SelectionTree),
  /** Chooses for several folders at once, each named by its id (with `rootId`) or by its path. `changed`: states that were written. */
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
  /** The person's own ignore rules, in the grammar of gitignore, one a line. */
  'ignore.get': command(z.object({}), z.object({ lines: z.array(z.string()) })),
  'ignore.set': command(z.object({ lines: ignoreLines }), z.object({})),
  /** What these rules would leave out of what is synced, and take in of what is left out. Changes nothing. */
  'ignore.test': command(
    z.object({ rootId: z.number().optional(), lines: ignoreLines }),
    z.object({ leavesOut: RulePreview, takesIn: RulePreview }),
  ),
  /** Ends one's own part in what somebody shares; it is deleted for nobody. */
  'share.leave': command(z.object({ path: z.string().min(1) }), z.object({})),
  /** What was deleted here and may not be deleted on the service comes back here. */
  'share.bringBack': command(z.object({ path: z.string().min(1) }), z.object({})),
  /** A fresh one-time link to the window, for the command line; refused where no window is served on the loopback address. */
  'window.link': command(z.object({}), z.object({ url: z.string() })),
  /**
   * Where this window reads a content or sends a dropped file, below the origin of its page. In a browser the path comes back
   * signed: it is valid for a short time and for this session alone.
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
  /** Ends every other session of the window in a browser; refused outside one. */
  'window.signOutOthers': command(z.object({}), z.object({ ended: z.number() })),
  /** Opens a shared link. `visit` stands for it, and for its password, in what follows and in the paths of contents. */
  'link.visit': command(
    z.object({ url: LinkAddress, password: LinkPassword.optional() }),
    z.object({ visit: VisitId, thing: SharedThing }),
  ),
  /** What is in a folder that a link leads to; `marker`: where the page before ended, null at the end. */
  'link.items': command(
    z.object({ visit: VisitId, folderId: z.string().min(1), marker: z.string().optional() }),
    z.object({ things: z.array(SharedThing), marker: z.string().nullable() }),
  ),
  /** Puts a copy of a file or folder that a link leads to into one of the person's own folders. */
  'link.take': command(
    z.object({ visit: VisitId, type: z.enum(['file', 'folder']), id: z.string().min(1), parentId: z.string().min(1) }),
    z.object({ id: z.string(), name: z.string() }),
  ),
  /**
   * Looks through folders, files and bookmarks, so that they can be had as one archive called `name`; refused when it would not be
   * whole. `archive` opens it once, at `archivePath`.
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
  /** Opens a web address in the system's browser, after a check of its scheme. */
  'link.open': command(z.object({ url: z.url() }), z.object({})),
  /** The system's dialog for a folder (`can.chooseFolder`); `path` null: the person chose none. */
  'folder.choose': command(z.object({ startPath: z.string().optional() }), z.object({ path: z.string().nullable() })),
  /** Brings the window of the desktop application to the front, where it is. */
  'window.show': command(z.object({}), z.object({})),
  /** A newer version of the application: `off` wherever it does not update itself. */
  'update.get': command(z.object({}), UpdateState),
  /** Ends the application, puts the fetched version in place and starts it again; refused when none is ready. */
  'update.install': command(z.object({}), z.object({})),
} as const;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
/** What a caller gives: defaults may be left out. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['input']>;
/** What a handler gets: validated, defaults filled in. */
export type CommandRequest<Name extends CommandName> = z.output<Commands[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<Commands[Name]['output']>;

/**
 * A refusal that a person can read; `code` is stable, e.g. `root_nested`, `not_found`, `not_supported_here`. `faults`: which parts of
 * what was sent are at fault, by the names that the service gives them, so that a form can say it beside the field.
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

/** A result as it crosses a wire, before its value is checked against its command. */
export const WireResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: CommandError }),
]);
export type WireResult = z.infer<typeof WireResult>;

export type CommandResult<Name extends CommandName> =
  | { readonly ok: true; readonly value: CommandOutput<Name> }
  | { readonly ok: false; readonly error: CommandErrorData };

/** The same with its messages in words. */
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
