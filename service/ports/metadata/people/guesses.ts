/** Failed attempts at a secret, by its purpose and the network of the attempt. Times are in milliseconds since the epoch. */
export interface GuessReads {
  /** Null if there are none, or if their window has ended. */
  get(key: string, now: number): Promise<GuessRecord | null>;
}

/** The failed attempts of one window. */
export interface GuessRecord {
  readonly failures: number;
  /** They are forgotten after this time. */
  readonly endsAt: number;
}

/** Changes to them. */
export interface GuessWrites extends GuessReads {
  /** Adds a failure; the first one in a window sets its end. */
  add(key: string, window: { readonly now: number; readonly endsAt: number }): Promise<void>;
  forget(key: string): Promise<void>;
  /** Removes up to `limit` entries whose window ended before this time. Returns how many. */
  deleteEndedBefore(time: number, limit: number): Promise<number>;
}
