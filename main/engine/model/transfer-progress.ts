/** A transfer that waits or runs, for those who look on. */
export type TransferProgress = {
  readonly id: string;
  readonly direction: 'up' | 'down';
  /** What people read, e.g. the path below the root. */
  readonly label: string;
  /** Starts with the number of the root and a slash; null: a one-off transfer. */
  readonly key: string | null;
  readonly state: 'queued' | 'active' | 'paused';
  /** Bytes that went out to the other side, or came from it, resumed ones included. */
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** Over the last seconds; 0 while it stands. */
  readonly bytesPerSecond: number;
  /** Null: not known (nothing moves). */
  readonly secondsLeft: number | null;
  /** Of an upload session: parts that the service holds, parts in all, and how many are on their way at a time. Null: no parts. */
  readonly parts: TransferredParts | null;
};

/** All transfers together, those included that are over meanwhile. */
export type TransferFlow = {
  /** Over the last seconds; 0 while all is paused. */
  readonly upBytesPerSecond: number;
  readonly downBytesPerSecond: number;
  /** That went since the program began, in both directions; what went once more counts again. */
  readonly movedBytes: number;
  /** When bytes last went, in either direction; null: never. */
  readonly movedAtMs: number | null;
};

export type TransferredParts = { readonly done: number; readonly total: number; readonly parallel: number };
