import type { Words } from '../words/message.ts';
import type { CommandInput, CommandName, CommandResult, SpokenResult } from './commands.ts';
import type { FeedSource, SpokenFeeds } from './feeds.ts';

/**
 * All that the window knows of the world outside it. Two implementations: the electron preload puts one on `window.tandem`;
 * in a browser the window makes one over a WebSocket. Pages never ask which one they are on: they ask `session.get` what the
 * host can do.
 */
export type HostBridge = FeedSource &
  BridgeHost & {
    /** Never rejects: a lost connection is the refusal `disconnected`. */
    readonly call: <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<CommandResult<Name>>;
    /** Sends the bytes of one file announced with `drop.begin`; streamed from disk. `aborted` when `signal` said so. */
    readonly sendDrop: (id: string, file: File, signal: AbortSignal) => Promise<DropSent<Words>>;
  };

/** The same for pages: what comes over it is in words of the window's language. */
export type TandemBridge = SpokenFeeds &
  BridgeHost & {
    /** Never rejects: a lost connection is the refusal `disconnected`. */
    readonly call: <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<SpokenResult<Name>>;
    /** Sends the bytes of one file announced with `drop.begin`; streamed from disk. `aborted` when `signal` said so. */
    readonly sendDrop: (id: string, file: File, signal: AbortSignal) => Promise<DropSent>;
  };

type BridgeHost = {
  readonly host: 'electron' | 'browser';
  readonly connection: () => ConnectionState;
  /** Told of every change, not of the state at the time of the call. Returns what ends it. */
  readonly onConnection: (listener: (state: ConnectionState) => void) => () => void;
  /** Absolute path of a dropped or chosen file; null where the host does not show paths (a browser). */
  readonly pathOf: (file: File) => string | null;
};

/**
 * `connecting`: not yet, or again after a loss; `closed`: this window's session is unknown to the host (it was restarted):
 * only a fresh link helps.
 */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected' | 'closed';

/** `Shown`: how the reason is given, in words for pages. */
export type DropSent<Shown = string> =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'aborted' | 'refused'; readonly message: Shown };
