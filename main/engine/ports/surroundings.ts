/** Changes that the engine can't see through its other ports; polled. */
export type Surroundings = {
  /** This computer's network addresses as text; a different text means a different network (a switch, a VPN). */
  network(): string;
  /** Closes all connections to the service: after a network change they may be dead, which could go unnoticed for minutes. */
  dropConnections(): void;
  /** Ends a pause that a gateway asked for. */
  endPause(): void;
  /** See `TokenSource.mark`; null: the sign-in can't change in the background. */
  readonly signInMark: (() => Promise<string>) | null;
  /** Why the service keeps failing, if this computer runs it: in its own words, empty if it gave none. Null: it works, or others run it. */
  serviceFailure(): string | null;
};
