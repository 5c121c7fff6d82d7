/** Wrong secrets that were tried, by what they were to open and where they came from. Times are in milliseconds since the epoch. */
export interface GuessReads {
  /** Null when there was none, or all are older than their window. */
  get(key: string, now: number): Promise<GuessRecord | null>;
}

/** The wrong secrets of one window. */
export interface GuessRecord {
  readonly failures: number;
  /** They are forgotten from then on. */
  readonly endsAt: number;
}

/** Changes to them. */
export interface GuessWrites extends GuessReads {
  /** Counts one more; the first one of a window says when that ends. */
  add(key: string, window: { readonly now: number; readonly endsAt: number }): Promise<void>;
  forget(key: string): Promise<void>;
  /** Removes at most so many whose window ended before this time, and tells how many. */
  deleteEndedBefore(time: number, limit: number): Promise<number>;
}
