import type { CommandName, CommandOutput, CommandRequest, CommandResult } from '../../preload/ipc/commands.ts';
import type { Bandwidth } from '../../preload/ipc/shapes/bandwidth.ts';
import type { UpdateState, WindowPlace } from '../../preload/ipc/shapes/desktop.ts';
import type { GuardLimits } from '../../preload/ipc/shapes/settings.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Engine } from '../engine/engine.ts';
import type { AccountDesk } from './account/account-desk.ts';
import type { KeptArchives } from './archive/archive.ts';
import type { DropBatches } from './drop/drop-batches.ts';
import type { PathUploads } from './drop/path-uploads.ts';
import type { NoticeHistory } from './notices/notice-history.ts';
import type { KeptSettings } from './settings/kept-settings.ts';
import type { LinkVisits } from './shared-link/link-visits.ts';

/** The engine functions that commands use. */
export type CommandEngine = Pick<
  Engine,
  | 'status'
  | 'addRoot'
  | 'removeRoot'
  | 'recoverRoot'
  | 'pause'
  | 'resume'
  | 'plan'
  | 'why'
  | 'pathStates'
  | 'activity'
  | 'cancelTransfer'
  | 'cancelTransfers'
  | 'rates'
  | 'retry'
  | 'refreshInvitations'
  | 'acts'
  | 'selectionTree'
  | 'select'
  | 'ignoreLines'
  | 'setIgnoreLines'
  | 'testIgnoreLines'
  | 'keptHere'
  | 'keepHere'
  | 'leaveShare'
  | 'bringBack'
>;

/** Features of the host around the engine; null where the host lacks one. */
export type CommandHost = {
  readonly kind: CommandOutput<'session.get'>['host'];
  readonly version: string;
  readonly deviceName: string;
  /** Null: paths are shown in full. */
  readonly homePath: CommandOutput<'session.get'>['homePath'];
  readonly can: CommandOutput<'session.get'>['can'];
  /** Opens an absolute path in the file manager. */
  readonly reveal: ((path: string) => Promise<void>) | null;
  /** Opens an absolute path with its program. */
  readonly openFile: ((path: string) => Promise<void>) | null;
  /** Opens a validated http(s) URL in the system's browser. */
  readonly openLink: ((url: string) => Promise<void>) | null;
  /** A fresh one-time link to the window; empty while the window is still opening. */
  readonly freshLink: (() => string) | null;
  /** Omitted when no desktop application runs the engine. */
  readonly desktop?: DesktopPowers;
};

/** Desktop application features for commands. */
export type DesktopPowers = {
  /** The system's folder dialog, opened at `startPath` if given. Null: cancelled. */
  readonly chooseFolder: (startPath: string | null) => Promise<string | null>;
  /** At the given place in it, if any. */
  readonly showWindow: (place?: WindowPlace) => void;
  /** Null if the application is not installed. */
  readonly loginItem: LoginItem | null;
  /** A link with our own URL scheme that brings the window to the front; null if the scheme is not registered (run from a clone). */
  readonly wayBack: string | null;
  /** `install` quits the application and installs the downloaded version; false: no version is ready. */
  readonly updates: { state(): UpdateState; install(): boolean };
};

/** Whether the application starts at login. Read from the system each time, never cached. */
export type LoginItem = { isOn(): Promise<boolean>; set(isOn: boolean): Promise<void> };

/** Persisted file transfer speed limits. */
export type KeptBandwidth = { plan(): Bandwidth; setPlan(plan: Bandwidth): void };

/** Persisted limits below which the delete guard does not ask. */
export type KeptGuard = { limits(): GuardLimits; set(limits: GuardLimits): void };

/** Dependencies of commands that need no account. One instance per host, reflecting that host's features. */
export type HostWorld = {
  readonly host: CommandHost;
  readonly account: AccountDesk;
  readonly settings: KeptSettings;
  readonly notices: Pick<NoticeHistory, 'markRead'>;
  readonly guard: Pick<KeptGuard, 'limits'>;
  /** The folders of Tandem's own data. */
  readonly ownPlaces: readonly string[];
  /** The text of `tandem report`. */
  readonly report: () => Promise<string>;
};

/** Dependencies of all handlers. */
export type CommandWorld = HostWorld & {
  readonly engine: CommandEngine;
  readonly api: ApiClient;
  readonly drops: DropBatches;
  readonly uploads: PathUploads;
  readonly visits: LinkVisits;
  readonly archives: KeptArchives;
  readonly bandwidth: KeptBandwidth;
  readonly guard: KeptGuard;
  /** True if the signed-in user can administer the service. */
  readonly isAdmin: () => Promise<boolean>;
  /** An account was changed, which may be the person's own. */
  readonly onUserChanged: () => void;
  /** Something else was changed on the service, which may take or free space. */
  readonly onServiceChanged: () => void;
};

/** Handlers of some commands: each feature file contributes its part of the table. */
export type HandlersOf<Name extends CommandName> = {
  readonly [Each in Name]: (request: CommandRequest<Each>) => Promise<CommandResult<Each>>;
};
