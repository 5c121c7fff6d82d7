/** Failed attempts at a secret, by its purpose and the network of the attempt. Times are in milliseconds since the epoch. */
export interface GuessReads {
  /** Null if there are none, or if their window is not open. */
  get(key: string, window: GuessWindow): Promise<GuessRecord | null>;
}

/** A window that begins now. */
export interface GuessWindow {
  readonly now: number;
  readonly endsAt: number;
  /** No open window ends later than this: one that does is from before the clock was set back. */
  readonly latestEnd: number;
}

/** The failed attempts of one window. */
export interface GuessRecord {
  readonly failures: number;
  /** They are forgotten after this time. */
  readonly endsAt: number;
}

/** Changes to them. */
export interface GuessWrites extends GuessReads {
  /** Adds a failure, to this window if none is open. */
  add(key: string, window: GuessWindow): Promise<void>;
  forget(key: string): Promise<void>;
  /** Removes up to `limit` entries whose window ended before this time. Returns how many. */
  deleteEndedBefore(time: number, limit: number): Promise<number>;
}
