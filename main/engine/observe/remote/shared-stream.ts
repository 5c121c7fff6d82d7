import type { StreamPosition } from '../../model/ids.ts';
import { abortError } from '../../ports/abort-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangesPage, Remote } from '../../ports/remote/remote.ts';

/**
 * Pages cached for other roots, and for how long. The events after a cursor never change unless the service is restored from a backup
 * (edge case 95), so the cache is cleared on a failure, on a lost cursor and when a listing starts.
 */
const PAGES_KEPT = 8;
const KEPT_MS = 10_000;

/**
 * All roots of an account share one event stream: one long poll serves all of them, and a page read by one root serves the others at the
 * same cursor. Everything else passes through.
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
      void page.settled.then((reported) => {
        if (reported === null || !reported.ok) return pages.clear();
        // An empty page says nothing about the next moment; only concurrent callers share it.
        if (reported.changes.length === 0) {
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

/** One request for several callers; cancelled when the last of them leaves. */
type Shared<Value> = {
  /** Callers may join until then; infinite while the request runs. */
  untilMs: number;
  join(signal?: AbortSignal): Promise<Value>;
  /** Never rejects; null: the request failed. */
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
            // A request being cancelled accepts no callers.
            shared.untilMs = Number.NEGATIVE_INFINITY;
            own.abort(signal.reason);
          }
          reject(abortError(signal));
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
    // A poll from a later cursor would miss events this root has not seen; one from an earlier cursor returns soon.
    const isPassedOver = poll !== null && isBefore(position, poll.position);
    const joined = poll === null || isPassedOver || poll.wait.untilMs < 0 ? start(position) : poll;
    return joined.wait.join(signal);
  };
}

/** Cursors are opaque; numeric ones, as in this format, are ordered. */
export function isBefore(one: StreamPosition, other: StreamPosition): boolean {
  const areNumbers = /^\d{1,19}$/.test(one) && /^\d{1,19}$/.test(other);
  return areNumbers && BigInt(one) < BigInt(other);
}
