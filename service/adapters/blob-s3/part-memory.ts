import { BlobStoreUnavailable } from '../../ports/blob-store.ts';

/**
 * The memory for parts that are being received or sent, shared by all writes of a process. A part gets all its memory before its first
 * byte, so it never waits for another part.
 */
export interface PartMemory {
  /** Waits until this many bytes are free. Those who came first get theirs first. */
  take(bytes: number): Promise<TakenMemory>;
}

/** The memory of one part. */
export interface TakenMemory {
  /** Rejects with BlobStoreUnavailable if the sender is slow while other parts wait for memory. Never resolves. */
  readonly lost: Promise<never>;
  arrived(bytes: number): void;
  /** The part is complete: the sender is no longer responsible for how long it takes. */
  complete(): void;
  release(): void;
}

/** Memory of a process for parts, in bytes. */
const usualTotalBytes = 256 * 1024 * 1024;

/** While other parts wait, a sender has to send this many bytes within this time: 16 KiB a second. */
interface Pace {
  readonly windowBytes: number;
  readonly windowMs: number;
}

const usualPace: Pace = { windowBytes: 160 * 1024, windowMs: 10_000 };

/** A part that is being received. */
interface Receiving {
  /** When the current window began, by the monotonic clock, and the bytes since. */
  since: number;
  bytes: number;
  readonly lose: (reason: BlobStoreUnavailable) => void;
}

/** Creates the memory of a process. */
export function createPartMemory(totalBytes = usualTotalBytes, pace = usualPace): PartMemory {
  let free = totalBytes;
  const waiting: { readonly bytes: number; readonly start: () => void }[] = [];
  const receiving = new Set<Receiving>();
  let timer: NodeJS.Timeout | undefined;

  const loseSlow = () => {
    const now = performance.now();
    for (const part of receiving) {
      if (now - part.since < pace.windowMs) continue;
      receiving.delete(part);
      part.lose(new BlobStoreUnavailable(new Error('The content arrives too slowly while others wait for memory.')));
    }
  };
  const startWaiting = () => {
    for (let next = waiting[0]; next !== undefined && next.bytes <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.bytes;
      next.start();
    }
    if (waiting.length === 0) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(loseSlow, pace.windowMs / 10).unref();
  };

  return {
    take: async (wanted) => {
      const bytes = Math.min(wanted, totalBytes);
      await new Promise<void>((start) => {
        waiting.push({ bytes, start });
        startWaiting();
      });
      const { promise: lost, reject: lose } = Promise.withResolvers<never>();
      lost.catch(() => undefined);
      const part: Receiving = { since: performance.now(), bytes: 0, lose };
      receiving.add(part);
      return {
        lost,
        arrived: (count) => {
          part.bytes += count;
          if (part.bytes < pace.windowBytes) return;
          part.bytes = 0;
          part.since = performance.now();
        },
        complete: () => void receiving.delete(part),
        release: () => {
          receiving.delete(part);
          free += bytes;
          startWaiting();
        },
      };
    },
  };
}
