import type { CommandInput, CommandName, CommandResult } from './commands.ts';
import type { FeedSource } from './feeds.ts';

/**
 * All that the window knows of the world outside it. Two implementations: the electron preload puts one on `window.tandem`;
 * in a browser the window makes one over a WebSocket. Pages never ask which one they are on: they ask `session.get` what the
 * host can do.
 */
export type TandemBridge = FeedSource & {
  readonly host: 'electron' | 'browser';
  /** Never rejects: a lost connection is the refusal `disconnected`. */
  readonly call: <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<CommandResult<Name>>;
  readonly connection: () => ConnectionState;
  /** Told of every change, not of the state at the time of the call. Returns what ends it. */
  readonly onConnection: (listener: (state: ConnectionState) => void) => () => void;
  /** Absolute path of a dropped or chosen file; null where the host does not show paths (a browser). */
  readonly pathOf: (file: File) => string | null;
  /** Sends the bytes of one file announced with `drop.begin`; streamed from disk. `aborted` when `signal` said so. */
  readonly sendDrop: (id: string, file: File, signal: AbortSignal) => Promise<DropSent>;
};

/**
 * `connecting`: not yet, or again after a loss; `closed`: this window's session is unknown to the host (it was restarted):
 * only a fresh link helps.
 */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected' | 'closed';

export type DropSent =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'aborted' | 'refused'; readonly message: string };
