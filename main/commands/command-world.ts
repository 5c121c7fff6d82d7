import type { Bandwidth } from '../../preload/ipc/bandwidth.ts';
import type { CommandName, CommandOutput, CommandRequest, CommandResult } from '../../preload/ipc/commands.ts';
import type { UpdateState } from '../../preload/ipc/desktop.ts';
import type { GuardLimits } from '../../preload/ipc/guard.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Engine } from '../engine/engine.ts';
import type { AccountDesk } from './account/account-desk.ts';
import type { KeptArchives } from './archive/archive.ts';
import type { DropBatches } from './drop/drop-batches.ts';
import type { KeptSettings } from './settings/kept-settings.ts';
import type { LinkVisits } from './shared-link/link-visits.ts';

/** What the commands ask of the engine. */
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
  | 'retry'
  | 'refreshInvitations'
  | 'acts'
  | 'selectionTree'
  | 'select'
  | 'ignoreLines'
  | 'setIgnoreLines'
  | 'testIgnoreLines'
  | 'leaveShare'
  | 'bringBack'
>;

/** What the host around the engine can do; null where it cannot. */
export type CommandHost = {
  readonly kind: CommandOutput<'session.get'>['host'];
  readonly version: string;
  readonly deviceName: string;
  /** Null: paths are shown whole. */
  readonly homePath: CommandOutput<'session.get'>['homePath'];
  readonly can: CommandOutput<'session.get'>['can'];
  /** Opens an absolute path in the file manager. */
  readonly reveal: ((path: string) => Promise<void>) | null;
  /** Opens a checked http(s) address in the system's browser. */
  readonly openLink: ((url: string) => Promise<void>) | null;
  /** A fresh one-time link to the window; empty while the window is still being opened. */
  readonly freshLink: (() => string) | null;
  /** Left out where there is no desktop application around the engine. */
  readonly desktop?: DesktopPowers;
};

/** What the desktop application does for a command. */
export type DesktopPowers = {
  /** The system's own dialog, opened at a folder when one is given; null: nothing was chosen. */
  readonly chooseFolder: (startPath: string | null) => Promise<string | null>;
  readonly showWindow: () => void;
  /** Null where it is not installed. */
  readonly loginItem: LoginItem | null;
  /** A link of our own that brings the window to the front; null where the system does not know it (from a clone). */
  readonly wayBack: string | null;
  /** `install` ends the application to put a fetched version in place; false: there is none. */
  readonly updates: { state(): UpdateState; install(): boolean };
};

/** Does the application start when the person signs in to this computer? Asked of the system each time, not remembered. */
export type LoginItem = { isOn(): Promise<boolean>; set(isOn: boolean): Promise<void> };

/** How fast bytes of files may go; what is set is kept. */
export type KeptBandwidth = { plan(): Bandwidth; setPlan(plan: Bandwidth): void };

/** What the delete guard lets pass without a question; what is set is kept. */
export type KeptGuard = { limits(): GuardLimits; set(limits: GuardLimits): void };

/** What commands work with that need no account; one of these per host, so that each answers for what it can do. */
export type HostWorld = {
  readonly host: CommandHost;
  readonly account: AccountDesk;
  readonly settings: KeptSettings;
  readonly guard: Pick<KeptGuard, 'limits'>;
  /** The text of `tandem report`. */
  readonly report: () => Promise<string>;
};

/** Everything that handlers work with. */
export type CommandWorld = HostWorld & {
  readonly engine: CommandEngine;
  readonly api: ApiClient;
  readonly drops: DropBatches;
  readonly visits: LinkVisits;
  readonly archives: KeptArchives;
  readonly bandwidth: KeptBandwidth;
  readonly guard: KeptGuard;
  /** May the signed-in user administrate the service? */
  readonly isAdmin: () => Promise<boolean>;
};

/** The handlers of some commands: each feature's file gives its part of the table. */
export type HandlersOf<Name extends CommandName> = {
  readonly [Each in Name]: (request: CommandRequest<Each>) => Promise<CommandResult<Each>>;
};
