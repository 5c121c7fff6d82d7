import type { Violation } from '../invariants.ts';

/** Request rate of a device over virtual time (I11). */
export type Thrift = {
  /** A process has started with its counter at 0. */
  begin(requests: () => number): void;
  /** Reports excess requests since the last call, if enough time has passed. */
  check(device: string, nowMs: number): readonly Violation[];
};

const HOUR_MS = 60 * 60_000;
/** A shorter burst counts as work. */
const SHORTEST_MS = 5 * 60_000;
/** Requests allowed for the work of a run, and per hour on top: one poll a minute, its answer, and the requests of backoff and of a lost position. */
const FOR_WORK = 600;
const AN_HOUR = 600;

export function openThrift(): Thrift {
  let [counter, earlier] = [() => 0, 0];
  let last: { readonly atMs: number; readonly requests: number } | null = null;
  return {
    begin(requests) {
      earlier += counter();
      counter = requests;
    },
    check(device, nowMs) {
      const requests = earlier + counter();
      const since = last ?? { atMs: nowMs, requests };
      last ??= since;
      const passedMs = nowMs - since.atMs;
      if (passedMs < SHORTEST_MS) return [];
      last = { atMs: nowMs, requests };
      const made = requests - since.requests;
      if (made <= FOR_WORK + (AN_HOUR * passedMs) / HOUR_MS) return [];
      return [{ rule: 'I11', what: `${device} sent ${made} requests within ${Math.round(passedMs / 60_000)} minutes` }];
    },
  };
}
