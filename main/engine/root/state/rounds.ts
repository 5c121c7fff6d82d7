import { type ActsInProgress, createActsInProgress } from './acts-in-progress.ts';

/** State that planning rounds share. */
export type Rounds = {
  /** A step ended or something was observed: waiting nodes may be planned again. */
  readonly hasProgressed: boolean;
  noteProgress(): void;
  /** All waiting nodes were opened. */
  useProgress(): void;
  /** The journal batch of this pass; `next` supplies the number of a new one. */
  batch(next: () => number): number;
  endBatch(): void;
  readonly stale: StaleRuns;
  /** True: the service has had room again since the last call. `openings`: see `UploadGate`. */
  hasNewRoom(openings: number): boolean;
  readonly deletes: ReadyDeletes;
  readonly acts: ActsInProgress;
};

/** Counts the steps of each node that ended in one way, in a row. */
export type StepCounts = {
  /** Adds one and returns the count. */
  count(node: string): number;
  /** Null: of all nodes. */
  forget(node: string | null): void;
};

/** Steps of one node that ended in one way in a row, and the tick of the first one. */
type StaleRun = { readonly times: number; readonly since: number };

/** Counts the steps of each node that found another state than planned. */
export type StaleRuns = {
  /** Adds one at this tick. */
  count(node: string, tick: number): StaleRun;
  /** Whether a full look at this side is needed to explain it; counts as taken then. One look serves all runs that began before it. */
  needsLook(run: StaleRun, side: 'local' | 'remote', tick: number): boolean;
  /** Null: of all nodes. */
  forget(node: string | null): void;
};

/** Since when deletes have been ready but held back by other work. */
export type ReadyDeletes = {
  readonly sinceMs: number | null;
  ready(nowMs: number): number;
  forget(): void;
};

export function createRounds(): Rounds {
  let hasProgressed = false;
  let batch: number | null = null;
  let openings = 0;
  return {
    get hasProgressed() {
      return hasProgressed;
    },
    noteProgress() {
      hasProgressed = true;
    },
    useProgress() {
      hasProgressed = false;
    },
    batch(next) {
      batch ??= next();
      return batch;
    },
    endBatch() {
      batch = null;
    },
    hasNewRoom(now) {
      const isNew = openings !== now;
      openings = now;
      return isNew;
    },
    stale: createStaleRuns(),
    deletes: createReadyDeletes(),
    acts: createActsInProgress(),
  };
}

export function createStepCounts(): StepCounts {
  const counts = new Map<string, number>();
  return {
    count(node) {
      const count = (counts.get(node) ?? 0) + 1;
      counts.set(node, count);
      return count;
    },
    forget(node) {
      if (node === null) counts.clear();
      else counts.delete(node);
    },
  };
}

/** A step that is stale, or does not reach the service, this many times in a row backs off. */
export const PATIENCE = 3;

export function createStaleRuns(): StaleRuns {
  const runs = new Map<string, StaleRun>();
  const lookedAt = { local: -1, remote: -1 };
  return {
    count(node, tick) {
      const known = runs.get(node);
      const run = { times: (known?.times ?? 0) + 1, since: known?.since ?? tick };
      runs.set(node, run);
      return run;
    },
    needsLook({ since }, side, tick) {
      if (lookedAt[side] > since) return false;
      lookedAt[side] = tick;
      return true;
    },
    forget(node) {
      if (node === null) runs.clear();
      else runs.delete(node);
    },
  };
}

function createReadyDeletes(): ReadyDeletes {
  let sinceMs: number | null = null;
  return {
    get sinceMs() {
      return sinceMs;
    },
    ready(nowMs) {
      sinceMs ??= nowMs;
      return sinceMs;
    },
    forget() {
      sinceMs = null;
    },
  };
}
