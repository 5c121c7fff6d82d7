/** Time as the engine knows it. The only source of time, timers included; a virtual one makes runs deterministic (I14). */
export interface Clock {
  /** Milliseconds since the epoch. Never compared with a time that another machine wrote. */
  nowMs(): number;
  /** `YYYY-MM-DD` in the person's time zone: the date in the name of a conflict copy. */
  today(): string;
  /** Ends after `ms`, or early (without an error) when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
