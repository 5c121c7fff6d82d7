/**
 * Wakes listeners when a user's event stream may have changed. It carries no events: a listener reads the metadata store, so a lost
 * or spurious wake-up costs only time, never an event.
 */
export interface EventSignal {
  /** Wakes the listeners of these users. Call it after the transaction has committed. */
  announce(userIds: readonly string[]): void;
  /** Resolves once a change can no longer be missed. Subscribe first, then read the store, then wait. */
  subscribe(userId: string): Promise<EventSubscription>;
}

/** One listener on one user's stream. */
export interface EventSubscription {
  /** Resolves at the first announcement after `subscribe`. It never rejects, and never resolves after `close`. */
  readonly changed: Promise<void>;
  close(): void;
}
