/**
 * Wakes those who wait for a change in a person's event stream. It carries no event: a listener looks into the metadata
 * store, so a lost or a superfluous wake-up costs time and never an event.
 */
export interface EventSignal {
  /** Tells the listeners of these people that their streams may have grown. Call it after the transaction committed. */
  announce(userIds: readonly string[]): void;
  /** Starts to listen. Subscribe first, then read the store, then wait: nothing falls between. */
  subscribe(userId: string): EventSubscription;
}

/** One listener on one person's stream. */
export interface EventSubscription {
  /** Resolves at the first announcement after `subscribe`. It never rejects, and never resolves after `close`. */
  readonly changed: Promise<void>;
  close(): void;
}
