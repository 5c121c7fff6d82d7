import type { Violation } from '../invariants.ts';

/** How often a device asks the service, over virtual time (I11). */
export type Thrift = {
  /** A process has begun, whose counter starts at 0. */
  begin(requests: () => number): void;
  /** What is too much since the last call, if that is long enough ago. */
  check(device: string, nowMs: number): readonly Violation[];
};

const HOUR_MS = 60 * 60_000;
/** Below this a burst is work. */
const SHORTEST_MS = 5 * 60_000;
/**
 * What the work of one run may cost, and what each hour may cost besides: a question for news a minute, the answer to it, and what a
 * backing-off step and a lost position ask on top.
 */
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
