/**
 * Collects what a watcher hints at until it is quiet, and hands it on when it is asked for: hints that come while a scan
 * or a plan runs become one. Driven by the clock alone.
 */
import type { Clock } from '../ports/clock.ts';
import type { WatchListener } from '../ports/watcher.ts';

/** What to look at next. `directories` are absolute paths; `everything` says why, in words for the person. */
export type Due =
  | { readonly kind: 'directories'; readonly directories: readonly string[] }
  | { readonly kind: 'everything'; readonly reason: string };

export interface HintCollector extends WatchListener {
  /** Resolves when something is quiet, or has waited long enough. Rejects with the signal's reason. One call at a time. */
  next(signal: AbortSignal): Promise<Due>;
  /** When the oldest hint came; null: none waits. For a status that does not claim "in sync" too early. */
  waitingSinceMs(): number | null;
}

/** No hint for so long: the save is complete. A save is ready to plan some 300 ms after it. */
const QUIET_MS = 250;
/** A folder where something changes all the time is looked at all the same, first after this, then less and less often. */
const PATIENCE_MS = 2000;
const PATIENCE_LIMIT_MS = 30_000;
/** A folder that stayed quiet for so long is no longer known as noisy. */
const CALM_MS = 60_000;
/** More folders than this are not told one by one: the scan of everything costs less (edge case 120). */
const HINTED_DIRECTORIES = 5000;

const TOO_MANY = 'Changes came in very many folders at once: the whole folder is scanned.';

type Hint = { readonly firstMs: number; lastMs: number };
/** A folder that never got quiet, and how long it now has to wait. */
type Noise = { readonly patienceMs: number; readonly atMs: number };

export function createHintCollector(clock: Clock): HintCollector {
  const hints = new Map<string, Hint>();
  const noisy = new Map<string, Noise>();
  let overflow: string | null = null;
  let wake = new AbortController();

  const readyAt = (directory: string, hint: Hint): number =>
    Math.min(hint.lastMs + QUIET_MS, hint.firstMs + (noisy.get(directory)?.patienceMs ?? PATIENCE_MS));

  const takeReady = (nowMs: number): string[] => {
    const ready: string[] = [];
    for (const [directory, hint] of hints) {
      if (readyAt(directory, hint) > nowMs) continue;
      ready.push(directory);
      hints.delete(directory);
      remember(noisy, directory, hint, nowMs);
    }
    return ready;
  };

  const lookEverywhere = (reason: string): void => {
    overflow = reason;
    hints.clear();
    wake.abort();
  };

  return {
    overflow: lookEverywhere,
    hint(directory) {
      if (overflow !== null) return;
      const nowMs = clock.nowMs();
      const known = hints.get(directory);
      if (known === undefined) hints.set(directory, { firstMs: nowMs, lastMs: nowMs });
      else known.lastMs = nowMs;
      if (hints.size > HINTED_DIRECTORIES) lookEverywhere(TOO_MANY);
      // A sleep that is under way ends at the hint that was first: this one is not earlier.
      else if (hints.size === 1 && known === undefined) wake.abort();
    },
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        if (overflow !== null) {
          const reason = overflow;
          overflow = null;
          return { kind: 'everything', reason };
        }
        const directories = takeReady(clock.nowMs());
        if (directories.length > 0) return { kind: 'directories', directories: directories.sort() };
        wake = new AbortController();
        const at = earliest([...hints].map(([directory, hint]) => readyAt(directory, hint)));
        const woken = AbortSignal.any([signal, wake.signal]);
        await (at === null ? aborted(woken) : clock.sleep(Math.max(0, at - clock.nowMs()), woken));
      }
    },
    waitingSinceMs: () =>
      overflow === null ? earliest([...hints.values()].map((hint) => hint.firstMs)) : clock.nowMs(),
  };
}

const earliest = (times: readonly number[]): number | null =>
  times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b));

/** A folder that had to be taken while it was noisy waits twice as long the next time; one that got quiet is forgotten. */
function remember(noisy: Map<string, Noise>, directory: string, hint: Hint, nowMs: number): void {
  for (const [known, { atMs }] of noisy) if (nowMs - atMs > CALM_MS) noisy.delete(known);
  const isQuiet = nowMs >= hint.lastMs + QUIET_MS;
  if (isQuiet) return;
  const before = noisy.get(directory)?.patienceMs ?? PATIENCE_MS;
  noisy.set(directory, { patienceMs: Math.min(before * 2, PATIENCE_LIMIT_MS), atMs: nowMs });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
