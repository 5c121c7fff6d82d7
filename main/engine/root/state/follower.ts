import { backoffMs } from '../../execute/transfer/pace/pace.ts';
import type { RemoteObserver } from '../../observe/remote/remote-observer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';

/** The minimum interval between two polls for changes while steps run. */
const BUSY_MS = 500;

/** Long-polls the service for changes; one request at a time, renewed after each catch-up. */
export type Follower = {
  /** From now on, until the signal aborts, `follow` has an effect. */
  start(signal: AbortSignal): void;
  follow(): void;
  /** Resolves when no request is under way: after the signal aborted, soon. */
  ended(): Promise<void>;
};

export type FollowerParts = {
  readonly remote: Pick<RemoteObserver, 'waitForChange'>;
  readonly hasSteps: () => boolean;
  /** There may be news. */
  readonly ring: () => void;
};

export function createFollower(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  { remote, hasSteps, ring }: FollowerParts,
): Follower {
  let signal: AbortSignal | null = null;
  let isWaiting = false;
  let waiting: Promise<void> = Promise.resolve();
  let brokenWaits = 0;
  return {
    start(until) {
      signal = until;
    },
    follow() {
      const until = signal;
      if (until === null || until.aborted || isWaiting) return;
      isWaiting = true;
      const since = clock.nowMs();
      waiting = remote
        .waitForChange(until)
        .then(
          async () => {
            brokenWaits = 0;
            // While steps run, most changes are our own echo, so one request covers many of them. At rest, react at once.
            const restMs = hasSteps() ? since + BUSY_MS - clock.nowMs() : 0;
            if (restMs > 0) await clock.sleep(restMs, until);
          },
          async () => {
            // A broken wait alone proves nothing: the next request shows whether the service is reachable. On a line that keeps breaking, back off.
            brokenWaits += 1;
            if (brokenWaits > 1) await clock.sleep(backoffMs(brokenWaits - 1, random.fraction()), until);
          },
        )
        .finally(() => {
          isWaiting = false;
          ring();
        });
    },
    ended: () => waiting,
  };
}
