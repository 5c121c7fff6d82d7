import type { CommandName, CommandOutput, CommandRequest, CommandResult } from '../../preload/ipc/commands.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { DropBatches } from './drop/drop-batches.ts';

/** What the commands ask of the engine, in the words of the table; the engine's spine has it. */
export type CommandEngine = {
  status(): CommandOutput<'status.get'>;
  addRoot(request: CommandRequest<'root.add'>): Promise<CommandResult<'root.add'>>;
  removeRoot(rootId: number): Promise<CommandResult<'root.remove'>>;
  /** Null `rootId`: everything. Null `forMs`: until resumed. Refused (`not_found`) for a root that is not there. */
  pause(rootId: number | null, forMs: number | null): CommandResult<'sync.pause'>;
  resume(rootId: number | null): CommandResult<'sync.resume'>;
  plan(request: CommandRequest<'sync.plan'>): Promise<CommandResult<'sync.plan'>>;
  why(request: CommandRequest<'path.why'>): Promise<CommandResult<'path.why'>>;
  activity(request: CommandRequest<'activity.list'>): CommandOutput<'activity.list'>;
  /** False: no such transfer (any more). */
  cancelTransfer(id: string): boolean;
  retry(request: CommandRequest<'problem.retry'>): CommandResult<'problem.retry'>;
  /** Look at the pending invitations again: one was just answered. */
  refreshInvitations(): void;
};

/** What the host around the engine can do; null where it cannot. */
export type CommandHost = {
  readonly kind: CommandOutput<'session.get'>['host'];
  readonly version: string;
  readonly deviceName: string;
  readonly can: CommandOutput<'session.get'>['can'];
  /** Opens an absolute path in the file manager. */
  readonly reveal: ((path: string) => Promise<void>) | null;
  /** Opens a checked http(s) address in the system's browser. */
  readonly openLink: ((url: string) => Promise<void>) | null;
  /** A fresh one-time link to the window. */
  readonly freshLink: (() => string) | null;
};

/** Everything that handlers work with; one of these per host, so that each answers for what it can do. */
export type CommandWorld = {
  readonly engine: CommandEngine;
  readonly api: ApiClient;
  readonly drops: DropBatches;
  readonly host: CommandHost;
  /** May the signed-in user administrate the service? */
  readonly isAdmin: () => Promise<boolean>;
};

/** The handlers of some commands: each feature's file gives its part of the table. */
export type HandlersOf<Name extends CommandName> = {
  readonly [Each in Name]: (request: CommandRequest<Each>) => Promise<CommandResult<Each>>;
};
