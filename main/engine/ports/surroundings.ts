/** What the engine cannot see through its other ports, asked for now and then. */
export type Surroundings = {
  /** The addresses of this computer; another text means another network (a switch, a VPN). */
  network(): string;
  /** Ends all connections to the service: they may lead nowhere, and nobody would say so for minutes. */
  dropConnections(): void;
  /** As `TokenSource.mark`; null: nobody can sign in behind our back. */
  readonly signInMark: (() => Promise<string>) | null;
};
