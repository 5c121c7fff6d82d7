import { BlobStoreUnavailable } from '../../ports/blob-store.ts';

/**
 * The memory for parts that are being received or sent, shared by all writes of a process. A part gets all its memory before its first
 * byte, so it never waits for another part.
 */
export interface PartMemory {
  /**
   * Waits until this many bytes are free. Senders take turns, and none has more than a quarter of the memory, or one part. Rejects when the
   * sender is gone.
   */
  take(bytes: number, sender: string, gone?: AbortSignal): Promise<TakenMemory>;
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
  const shares = createShares(totalBytes);
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
    shares.startWaiting();
    if (!shares.isShort()) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(loseSlow, pace.windowMs / 10).unref();
  };

  return {
    take: async (wanted, sender, gone) => {
      gone?.throwIfAborted();
      const bytes = Math.min(wanted, totalBytes);
      const turn = Promise.withResolvers<void>();
      const waiting = { bytes, start: turn.resolve };
      const leave = () => {
        shares.remove(sender, waiting);
        turn.reject(gone?.reason);
        startWaiting();
      };
      gone?.addEventListener('abort', leave);
      shares.add(sender, waiting);
      startWaiting();
      await turn.promise.finally(() => gone?.removeEventListener('abort', leave));
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
          shares.giveBack(sender, bytes);
          startWaiting();
        },
      };
    },
  };
}

/** A part that waits for its memory. */
interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/** Divides memory among senders. */
function createShares(totalBytes: number) {
  let free = totalBytes;
  const heldBytes = new Map<string, number>();
  /** The parts of each sender that has some, in the order of the senders' turns. */
  const waiting = new Map<string, Set<Waiting>>();
  const heldBy = (sender: string) => heldBytes.get(sender) ?? 0;
  /** The sender whose turn it is, with its next part: the first one whose share has room for it. */
  const next = () => {
    for (const [sender, parts] of waiting) {
      const [part] = parts;
      const held = heldBy(sender);
      if (part !== undefined && (held === 0 || held + part.bytes <= totalBytes / 4)) return { sender, part, parts };
    }
    return null;
  };
  const hold = (sender: string, bytes: number) => {
    free -= bytes;
    const held = heldBy(sender) + bytes;
    if (held === 0) heldBytes.delete(sender);
    else heldBytes.set(sender, held);
  };
  const remove = (sender: string, part: Waiting) => {
    const parts = waiting.get(sender);
    parts?.delete(part);
    if (parts?.size === 0) waiting.delete(sender);
  };
  return {
    add: (sender: string, part: Waiting) => void waiting.set(sender, (waiting.get(sender) ?? new Set()).add(part)),
    remove,
    startWaiting: () => {
      for (let turn = next(); turn !== null && turn.part.bytes <= free; turn = next()) {
        const { sender, part, parts } = turn;
        // Behind the other senders.
        waiting.delete(sender);
        waiting.set(sender, parts);
        remove(sender, part);
        hold(sender, part.bytes);
        part.start();
      }
    },
    giveBack: (sender: string, bytes: number) => hold(sender, -bytes),
    /** True while a part waits. */
    isShort: () => waiting.size > 0,
  };
}
