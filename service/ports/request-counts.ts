/**
 * Tells the processes of one service how many requests each user has made elsewhere. Nothing depends on a message: one that is lost makes
 * the limit of its users a little wider, for a minute.
 */
export interface RequestCounts {
  /** Tells the other processes about requests that were made here since the last call, by user. */
  tell(counts: ReadonlyMap<string, number>): void;
  /** The listener gets what other processes tell; a later listener replaces it. */
  hear(listener: (counts: ReadonlyMap<string, number>) => void): void;
}
