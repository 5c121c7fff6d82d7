/** The engine's only source of time, timers included; a virtual clock makes runs deterministic (I14). */
export interface Clock {
  /** Milliseconds since the epoch. Never compared with times from other machines. */
  nowMs(): number;
  /** `YYYY-MM-DD` in the user's time zone, for the names of conflict copies. */
  today(): string;
  /** Resolves after `ms`, or early and without an error when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
