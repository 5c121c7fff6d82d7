/** Work that waits for its turn, in the line of everyone who wants its result. */
export interface Order {
  readonly hasBegun: boolean;
  /** Never rejects. */
  run(): Promise<void>;
}

/**
 * Runs orders one at a time. Of the people who wait, the one who has taken the least time is next: somebody with slow orders waits for
 * everyone else, and never delays them by more than one order.
 */
export interface FairQueue {
  /** Puts an order in the line of a person. False if too many of that person's orders wait already. */
  add(person: string, order: Order): boolean;
  /** Resolves when no order is left. */
  settled(): Promise<void>;
}

interface Line {
  waiting: readonly Order[];
  /** The time that this person has taken, on the scale of `reachedMs`. */
  takenMs: number;
}

/**
 * @param mayWait maximum orders of one person that wait
 * @param now milliseconds of a monotonic clock
 */
export function createFairQueue(mayWait: number, now = () => performance.now()): FairQueue {
  const lines = new Map<string, Line>();
  /** The time that the person whose turn it was had taken. Someone new begins here, so that nobody waits for them to catch up. */
  let reachedMs = 0;
  let isRunning = false;
  let last = Promise.resolve();

  const nextLine = (): Line | null => {
    let next: Line | null = null;
    for (const [person, line] of lines) {
      line.waiting = unbegun(line.waiting);
      if (line.waiting.length > 0) next = next === null || line.takenMs < next.takenMs ? line : next;
      else if (line.takenMs <= reachedMs) lines.delete(person);
    }
    return next;
  };

  const runAll = async (): Promise<void> => {
    for (let line = nextLine(); line !== null; line = nextLine()) {
      const [order] = line.waiting;
      reachedMs = line.takenMs;
      const since = now();
      await order?.run();
      line.takenMs += now() - since;
    }
    isRunning = false;
  };

  return {
    add: (person, order) => {
      const line = lines.get(person) ?? { waiting: [], takenMs: 0 };
      const waiting = unbegun(line.waiting);
      if (waiting.includes(order)) return true;
      if (waiting.length >= mayWait) return false;
      if (waiting.length === 0) line.takenMs = Math.max(line.takenMs, reachedMs);
      line.waiting = [...waiting, order];
      lines.set(person, line);
      if (!isRunning) {
        isRunning = true;
        last = runAll();
      }
      return true;
    },
    settled: () => last,
  };
}

function unbegun(orders: readonly Order[]): readonly Order[] {
  return orders.filter(({ hasBegun }) => !hasBegun);
}
