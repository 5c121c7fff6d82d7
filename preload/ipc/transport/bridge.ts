import type { Words } from '../../words/message.ts';
import type { CommandInput, CommandName, CommandResult, SpokenResult } from '../commands.ts';
import type { FeedSource, SpokenFeeds } from '../feeds.ts';

/**
 * The window's only interface to the outside. It has two implementations: the Electron preload puts one on `window.tandem`; in a browser, the
 * window creates one over a WebSocket. Pages never ask which one is in use: `session.get` lists the host's features.
 */
export type HostBridge = FeedSource &
  BridgeHost & {
    /** Never rejects: a lost connection is the refusal `disconnected`. */
    readonly call: <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<CommandResult<Name>>;
    /**
     * Streams one file announced with `drop.begin` from disk and reports the bytes sent so far. Returns `aborted` if `signal` fired or its transfer
     * was cancelled.
     */
    readonly sendDrop: SendDrop<Words>;
  };

/** The bridge for pages: messages arrive as text in the window's language. */
export type TandemBridge = SpokenFeeds &
  BridgeHost & {
    /** Never rejects: a lost connection is the refusal `disconnected`. */
    readonly call: <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<SpokenResult<Name>>;
    /**
     * Streams one file announced with `drop.begin` from disk and reports the bytes sent so far. Returns `aborted` if `signal` fired or its transfer
     * was cancelled.
     */
    readonly sendDrop: SendDrop;
  };

type BridgeHost = {
  readonly host: 'electron' | 'browser';
  readonly connection: () => ConnectionState;
  /** Called on every change, but not with the current state. Returns a function that unsubscribes. */
  readonly onConnection: (listener: (state: ConnectionState) => void) => () => void;
  /** Absolute path of a dropped or chosen file; null where the host does not expose paths (a browser). */
  readonly pathOf: (file: File) => string | null;
};

/**
 * `connecting`: the first connection, or a reconnect; `closed`: the host no longer knows this session (it restarted), and only a fresh link helps.
 */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected' | 'closed';

type SendDrop<Shown = string> = (
  id: string,
  file: File,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
) => Promise<DropSent<Shown>>;

/** `lost`: the connection broke off. `Shown`: the type of the reason; text for pages. */
export type DropSent<Shown = string> =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'aborted' | 'refused' | 'lost'; readonly message: Shown };
