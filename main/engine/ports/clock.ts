import type { Fingerprint } from '../model/entry.ts';
import { timeStepLeftMs } from '../model/time-step.ts';

/** The engine's only source of time, timers included; a virtual clock makes runs deterministic (I14). */
export interface Clock {
  /** Milliseconds since the epoch. Never compared with times from other machines. */
  nowMs(): number;
  /** `YYYY-MM-DD` in the user's time zone, for the names of conflict copies. */
  today(): string;
  /** Resolves after `ms`, or early and without an error when `signal` aborts. 0: after one turn of other work. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** After this an edit of the same size has another modification time: bytes that are read now are those that the fingerprint stands for. */
export async function timeStepOver(
  clock: Pick<Clock, 'nowMs' | 'sleep'>,
  fingerprint: Pick<Fingerprint, 'mtimeNs'>,
  signal?: AbortSignal,
): Promise<void> {
  const leftMs = timeStepLeftMs(fingerprint, clock.nowMs());
  if (leftMs > 0) await clock.sleep(leftMs, signal);
}
