import type { StreamPosition } from '../model/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChangesPage, Remote } from '../ports/remote.ts';

/**
 * Pages that are kept for the other roots, and for how long. What was told after a position never changes, unless the service is set
 * back to an earlier time and goes on from there (edge case 95): so none outlives a failure, a lost position or a new beginning.
 */
const PAGES_KEPT = 8;
const KEPT_MS = 10_000;

/**
 * The stream of an account is one, however many roots follow it: one long poll waits for all of them, and a page that one has
 * read serves those that stand at the same position. Everything else of the remote is as it was.
 */
export function shareStream(remote: Remote, clock: Clock): Remote {
  const waiting = shareWaiting(remote);
  const pages = new Map<StreamPosition, Shared<ChangesPage>>();
  return {
    ...remote,
    currentPosition: (signal) => {
      pages.clear();
      return remote.currentPosition(signal);
    },
    changes: (position, signal) => {
      const known = pages.get(position);
      if (known !== undefined && known.untilMs > clock.nowMs()) return known.join(signal);
      const page = share((own) => remote.changes(position, own));
      pages.set(position, page);
      void page.settled.then((told) => {
        if (told === null || !told.ok) return pages.clear();
        // Nothing new now says nothing about the next moment; only who asked meanwhile shares it.
        if (told.changes.length === 0) {
          if (pages.get(position) === page) pages.delete(position);
          return;
        }
        page.untilMs = clock.nowMs() + KEPT_MS;
        const [oldest] = pages.keys();
        if (pages.size > PAGES_KEPT && oldest !== undefined) pages.delete(oldest);
      });
      return page.join(signal);
    },
    waitForChange: waiting,
  };
}

/** One request for several callers; it is cancelled when none of them waits any more. */
type Shared<Value> = {
  /** Not to be joined any more from then on; no end while it runs. */
  untilMs: number;
  join(signal?: AbortSignal): Promise<Value>;
  /** Never rejects; null: it failed. */
  readonly settled: Promise<Value | null>;
};

function share<Value>(ask: (signal: AbortSignal) => Promise<Value>): Shared<Value> {
  const own = new AbortController();
  const asked = ask(own.signal);
  let callers = 0;
  const shared: Shared<Value> = {
    untilMs: Number.POSITIVE_INFINITY,
    settled: asked.catch(() => null),
    join: (signal) => {
      if (signal === undefined) {
        callers += 1;
        return asked;
      }
      callers += 1;
      return new Promise<Value>((resolve, reject) => {
        const leave = (): void => {
          callers -= 1;
          if (callers === 0) {
            // Nobody joins what is being cancelled.
            shared.untilMs = Number.NEGATIVE_INFINITY;
            own.abort(signal.reason);
          }
          reject(signal.reason instanceof Error ? signal.reason : new Error('nobody waits any more'));
        };
        if (signal.aborted) return leave();
        signal.addEventListener('abort', leave, { once: true });
        asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
      });
    },
  };
  return shared;
}

type Poll = { readonly position: StreamPosition; readonly wait: Shared<void> };

function shareWaiting(remote: Remote): Remote['waitForChange'] {
  let poll: Poll | null = null;
  const start = (position: StreamPosition): Poll => {
    const begun: Poll = { position, wait: share((signal) => remote.waitForChange(position, signal)) };
    void begun.wait.settled.then(() => {
      if (poll === begun) poll = null;
    });
    poll = begun;
    return begun;
  };
  return (position, signal) => {
    // A poll from further on would pass over what this root has not seen yet; one from further back is answered soon.
    const isPassedOver = poll !== null && isBefore(position, poll.position);
    const joined = poll === null || isPassedOver || poll.wait.untilMs < 0 ? start(position) : poll;
    return joined.wait.join(signal);
  };
}

/** Positions are opaque; where they are numbers, as the format says, they are in order. */
export function isBefore(one: StreamPosition, other: StreamPosition): boolean {
  const areNumbers = /^\d{1,19}$/.test(one) && /^\d{1,19}$/.test(other);
  return areNumbers && BigInt(one) < BigInt(other);
}
