import type { EngineParts } from '../root/engine-parts.ts';
import { sweepTrash } from './trash/local-trash.ts';

const DAY_MS = 24 * 60 * 60_000;
const SWEEP_MS = 6 * 60 * 60_000;

/** What the journal keeps, whichever is less. */
const JOURNAL = { days: 365, entries: 200_000 };
/** Entries deleted between two turns of other work. */
const PORTION = 500;

/** Permanently deletes what the local trash and the journal no longer keep. Stops between two portions once `signal` aborts. */
export async function sweep(parts: EngineParts, signal: AbortSignal): Promise<void> {
  await sweepTrash(parts, signal);
  await sweepJournal(parts, signal);
}

/** Sweeps now and periodically, until the signal aborts. */
export async function keepSwept(parts: EngineParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sweep(parts, signal);
    await parts.clock.sleep(SWEEP_MS, signal);
  }
}

async function sweepJournal({ store, clock }: EngineParts, signal: AbortSignal): Promise<void> {
  const kept = { beforeMs: clock.nowMs() - JOURNAL.days * DAY_MS, keep: JOURNAL.entries };
  while (!signal.aborted && store.journal.dropOldest(kept, PORTION) === PORTION) await clock.sleep(0, signal);
}
