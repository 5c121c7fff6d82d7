import { keepSwept, sweep } from '../acts/upkeep.ts';
import { reportOf, type SyncReport } from '../report/sync-report.ts';
import { restorePause } from '../root/account/account-pause.ts';
import type { EngineRoots } from '../root/account/engine-roots.ts';
import type { SurroundingsWatch } from '../root/account/surroundings.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import { settleRoots } from './settle-roots.ts';

/** Starting, stopping, and single passes. */
export type EngineLife = {
  readonly isStarted: () => boolean;
  /** Started, or in a pass. */
  readonly isRunning: () => boolean;
  /** Syncs all roots until `stop`. */
  start(): void;
  /** Ends all work; resolves when finished steps are recorded, or rejects if some could not be. Does not wait for transfers. */
  stop(): Promise<void>;
  /** One pass over all roots until nothing is left to do. Not allowed while the engine runs. */
  syncOnce(options?: { readonly signal?: AbortSignal }): Promise<SyncReport>;
};

export type EngineLifeParts = {
  readonly parts: EngineParts;
  readonly roots: EngineRoots;
  readonly surroundings: SurroundingsWatch;
  readonly onStart: () => void;
  /** Closes listeners and publishers before the roots end. */
  readonly onStop: () => void;
};

export function createEngineLife({ parts, roots, surroundings, onStart, onStop }: EngineLifeParts): EngineLife {
  const startedMs = parts.clock.nowMs();
  const stopping = new AbortController();
  let isStarted = false;
  let passes = 0;
  /** Work besides the roots. `stop` waits for it because the store closes afterwards. */
  let background: Promise<unknown> = Promise.resolve();
  return {
    isStarted: () => isStarted,
    isRunning: () => isStarted || passes > 0,
    start: () => {
      isStarted = true;
      restorePause(parts);
      for (const record of roots.own()) roots.begin(record);
      background = Promise.all([surroundings.run(stopping.signal), keepSwept(parts, startedMs, stopping.signal)]);
      onStart();
    },
    stop: async () => {
      isStarted = false;
      stopping.abort();
      onStop();
      // One that can't record its end keeps no other from ending.
      const ended = await Promise.allSettled([
        background,
        ...roots.contexts().map(({ record }) => roots.end(record.id)),
      ]);
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    },
    syncOnce: async ({ signal = new AbortController().signal } = {}) => {
      if (isStarted) throw new Error('one pass is for an engine that does not run');
      passes += 1;
      try {
        return await passOnce(parts, roots, startedMs, signal);
      } finally {
        passes -= 1;
      }
    },
  };
}

/** How often one pass retries after a failure, and the longest pause it waits out. */
const PATIENCE = { waits: 4, longestMs: 30_000 };

async function passOnce(
  parts: EngineParts,
  roots: EngineRoots,
  begunMs: number,
  signal: AbortSignal,
): Promise<SyncReport> {
  const { clock, remote } = parts;
  const [startedMs, requests] = [clock.nowMs(), remote.requests()];
  let waits = 0;
  const mayWait = (untilMs: number): boolean => {
    waits += 1;
    return waits <= PATIENCE.waits && untilMs - clock.nowMs() <= PATIENCE.longestMs;
  };
  await settleRoots(roots, signal, mayWait);
  await sweep(parts, begunMs, signal);
  const seconds = (clock.nowMs() - startedMs) / 1000;
  return reportOf(roots.contexts(), { requests: remote.requests() - requests, seconds });
}
