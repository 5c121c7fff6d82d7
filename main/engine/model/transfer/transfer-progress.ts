/** A queued or running transfer, for display. */
export type TransferProgress = {
  readonly id: string;
  readonly direction: 'up' | 'down';
  /** The label shown to the user, e.g. the path below the root. */
  readonly label: string;
  /** Starts with the root's id and a slash; null: a one-off transfer. */
  readonly key: string | null;
  readonly state: 'queued' | 'active' | 'paused';
  /** Bytes sent or received, including those of earlier attempts. */
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** Over the last seconds; 0 while nothing moves. */
  readonly bytesPerSecond: number;
  /** Null: unknown, because nothing moves. */
  readonly secondsLeft: number | null;
  /** For an upload session: parts on the service, parts in total, and parts in parallel. Null: no parts. */
  readonly parts: TransferredParts | null;
};

/** All transfers combined, including finished ones. */
export type TransferFlow = {
  /** Over the last seconds; 0 while paused. */
  readonly upBytesPerSecond: number;
  readonly downBytesPerSecond: number;
  /** Bytes moved since the process started, both directions; resent bytes count again. */
  readonly movedBytes: number;
  /** The time of the last movement in either direction; null: never. */
  readonly movedAtMs: number | null;
};

export type TransferredParts = { readonly done: number; readonly total: number; readonly parallel: number };

/** Bytes per second in both directions, averaged over the time before it. */
export type RateSample = { readonly atMs: number; readonly up: number; readonly down: number };
