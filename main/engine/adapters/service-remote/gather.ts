import type { BatchLimits } from '../../../../contract/rules/batch-limits.ts';
import { abortError } from '../../ports/abort-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RemoteError } from '../../ports/remote/remote.ts';

/** How one request serves many items. */
export type Batches<Item, Result> = {
  /** One result per item, in order. Copies the bytes it sends before returning its promise. */
  send(batch: readonly Item[], signal: AbortSignal): Promise<readonly (Result | RemoteError)[]>;
  sizeOf(item: Item): number;
};

/** Combines waiting items into one request. */
export type Gatherer<Item, Result> = {
  /** Rejects with the signal's reason as soon as it aborts. The item may still arrive if it is already in flight. */
  add(item: Item, limits: BatchLimits, signal: AbortSignal | undefined): Promise<Result>;
};

/** While these are in flight, new items gather; another batch would only make all of them smaller. */
const BATCHES_AT_ONCE = 2;

/** Long enough to read a few dozen files, too short to notice when saving one. */
const GATHER_MS = 20;
const BURST_MS = 1_000;

/** Each result continues the work of its item at once. Other work gets a turn after this many of them. */
const DELIVERED_AT_ONCE = 8;

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
};

export function createGatherer<Item, Result>(
  batches: Batches<Item, Result>,
  clock: Pick<Clock, 'nowMs' | 'sleep'>,
): Gatherer<Item, Result> {
  const waiting = new Set<Waiting<Item, Result>>();
  let inFlight = 0;
  let isDue = false;
  let departedMs = Number.NEGATIVE_INFINITY;
  const depart = async (limits: BatchLimits): Promise<void> => {
    const batch = takeBatch(waiting, limits, batches.sizeOf);
    if (batch.length === 0) return;
    inFlight += 1;
    departedMs = clock.nowMs();
    try {
      await deliver(batches.send, batch, clock);
    } finally {
      inFlight -= 1;
      schedule(limits);
    }
  };
  /** The first item of a burst leaves at once. After a recent departure more are being prepared, so it waits briefly for them. */
  const gathered = async (limits: BatchLimits): Promise<void> => {
    const isBurst = clock.nowMs() - departedMs < BURST_MS;
    if (isBurst && waiting.size < limits.files) await clock.sleep(GATHER_MS);
  };
  const schedule = (limits: BatchLimits): void => {
    if (isDue || waiting.size === 0 || inFlight >= BATCHES_AT_ONCE) return;
    isDue = true;
    void gathered(limits).then(() => {
      isDue = false;
      void depart(limits);
      schedule(limits);
    });
  };
  return {
    add: (item, limits, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const leave = (): void => {
          waiting.delete(one);
          reject(abortError(signal));
        };
        const settle = <T>(end: (value: T) => void) => {
          return (value: T): void => {
            signal?.removeEventListener('abort', leave);
            end(value);
          };
        };
        const one: Waiting<Item, Result> = { item, signal, resolve: settle(resolve), reject: settle(reject) };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.add(one);
        schedule(limits);
      }),
  };
}

/** At least one item, even one larger than the limit: left behind, it would keep all others waiting. */
function takeBatch<Item, Result>(
  waiting: Set<Waiting<Item, Result>>,
  limits: BatchLimits,
  sizeOf: (item: Item) => number,
): readonly Waiting<Item, Result>[] {
  const batch: Waiting<Item, Result>[] = [];
  let bytes = 0;
  for (const one of waiting) {
    const isFull = batch.length >= limits.files || bytes + sizeOf(one.item) > limits.bytes;
    if (isFull && batch.length > 0) break;
    waiting.delete(one);
    batch.push(one);
    bytes += sizeOf(one.item);
  }
  return batch;
}

async function deliver<Item, Result>(
  send: Batches<Item, Result>['send'],
  batch: readonly Waiting<Item, Result>[],
  clock: Pick<Clock, 'sleep'>,
): Promise<void> {
  const stop = new AbortController();
  let left = batch.length;
  // Continues as long as at least one of its items is still wanted.
  const lose = (): void => {
    left -= 1;
    if (left === 0) stop.abort();
  };
  for (const { signal } of batch) signal?.addEventListener('abort', lose, { once: true });
  try {
    const results = await send(
      batch.map(({ item }) => item),
      stop.signal,
    );
    for (const [index, one] of batch.entries()) {
      const result = results[index];
      if (result !== undefined && !(result instanceof Error)) one.resolve(result);
      else one.reject(result);
      if ((index + 1) % DELIVERED_AT_ONCE === 0) await clock.sleep(0);
    }
  } catch (error) {
    for (const one of batch) one.reject(error);
  } finally {
    for (const { signal } of batch) signal?.removeEventListener('abort', lose);
  }
}
