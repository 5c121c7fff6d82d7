import type { StepResult } from '../../execute/step-result.ts';
import { nodesOf } from '../../execute/subject.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { StepKey } from '../../model/ids.ts';
import type { Step, StepKind } from '../../model/plan/step.ts';
import type { Ref } from '../../store/work/marks.ts';
import { createStepLine, type LineEntry, type StepLine } from './step-line.ts';

/**
 * Runs planned steps when their turn comes. It tracks steps by key and by node, so that a new plan never starts a step twice or two steps
 * on one node.
 */
export type StepRunner = {
  /**
   * `isTaken`: the step is queued or running. Otherwise another step on its node is still running, aborted unless its answer
   * matters; plan the node again when it has ended. `displaced`: queued steps that this one replaces, with their dependents; plan their
   * nodes again unless the new step covers them.
   */
  offer(step: Step): Offered;
  /** Starts the steps that may start, at most `MOST_STARTS`; deletes only if `deletes` is set. True: there are more of them. */
  advance(options: { readonly deletes: boolean }): boolean;
  /** The steps that ended since the last call, each with the dependents it orphaned by failing. Throws once a run has rejected. */
  take(limit: number): readonly Ended[];
  /** Removes and returns the matching steps that have not started. */
  drop(which: (step: Step) => boolean): readonly Step[];
  /** Aborts the matching running steps; they end as cancelled. */
  abort(which: (step: Step) => boolean): void;
  has(key: StepKey): boolean;
  /** Queued and running steps, in plan order. */
  steps(): readonly Step[];
  /** Those that have started and are not taken yet. */
  running(): readonly Step[];
  /** The queued or running steps about these nodes. */
  about(nodes: Ref): readonly Step[];
  /** Is one of these kinds queued or running? */
  hasAny(kinds: Iterable<StepKind>): boolean;
  /** Is one of these kinds queued and not running? */
  hasWaiting(kinds: ReadonlySet<StepKind>): boolean;
  readonly size: number;
  /** How many have started and not ended. */
  readonly runningCount: number;
  /** How many have ended but are not taken yet, rejected runs included. */
  readonly endedCount: number;
  /** Drops the queue, aborts running steps and resolves when none is left. */
  close(): Promise<void>;
};

export type Offered = { readonly isTaken: boolean; readonly displaced: readonly Step[] };

export type Ended = {
  readonly step: Step;
  readonly result: StepResult;
  /** Queued steps that depended on this one, if it did not succeed. */
  readonly orphans: readonly Step[];
};

type RunStep = (step: Step, signal: AbortSignal) => Promise<StepResult>;

/** A run that rejects ends the runner: nothing starts after it, and its results are those of a crash. */
export function createStepRunner(run: RunStep, rang: () => void): StepRunner {
  const line = createStepLine();
  const { ended, rejected, running, busyIn, start } = createRuns(run, rang);
  return {
    offer: (step) => offerTo(line, step),
    advance: ({ deletes }) => {
      if (rejected.length > 0) return false;
      let starts = 0;
      for (const entry of line.entries.values()) {
        const lane = laneOf(entry.step.kind);
        if ((lane === 'delete' && !deletes) || !mayStart(line, entry, busyIn(lane))) continue;
        if (starts === MOST_STARTS) return true;
        starts += 1;
        start(entry, lane);
      }
      return false;
    },
    take: (limit) => {
      for (const { error } of rejected) throw error;
      return ended.splice(0, limit).map(({ entry, result }) => {
        line.remove(entry);
        running.delete(entry);
        return { step: entry.step, result, orphans: result.outcome === 'done' ? [] : line.dropDependents(entry.step) };
      });
    },
    drop: line.drop,
    abort: (which) => {
      for (const entry of running) if (which(entry.step)) entry.running?.abort.abort();
    },
    ...questionsOn(line, running),
    get size() {
      return line.entries.size;
    },
    get runningCount() {
      return running.size - ended.length - rejected.length;
    },
    get endedCount() {
      return ended.length + rejected.length;
    },
    close: async () => {
      line.drop(() => true);
      for (const entry of running) entry.running?.abort.abort();
      for (const entry of running) await entry.running?.end;
    },
  };
}

/** The steps that have started, and how they ended. */
function createRuns(run: RunStep, rang: () => void) {
  const ended: { readonly entry: LineEntry; readonly result: StepResult }[] = [];
  const rejected: { readonly error: unknown }[] = [];
  const busyLanes = new Map<Lane, number>();
  const running = new Set<LineEntry>();
  const busyIn = (lane: Lane): number => busyLanes.get(lane) ?? 0;
  const start = (entry: LineEntry, lane: Lane): void => {
    busyLanes.set(lane, busyIn(lane) + 1);
    running.add(entry);
    const abort = new AbortController();
    const end = run(entry.step, abort.signal)
      .then(
        (result) => void ended.push({ entry, result }),
        (error: unknown) => void rejected.push({ error }),
      )
      .then(() => {
        busyLanes.set(lane, busyIn(lane) - 1);
        rang();
      });
    entry.running = { end, abort };
  };
  return { ended, rejected, running, busyIn, start };
}

function mayStart(line: StepLine, { step, running }: LineEntry, busy: number): boolean {
  return running === null && busy < WIDTH[laneOf(step.kind)] && !step.after.some((key) => line.entries.has(key));
}

function questionsOn(
  line: StepLine,
  running: ReadonlySet<LineEntry>,
): Pick<StepRunner, 'has' | 'steps' | 'running' | 'about' | 'hasAny' | 'hasWaiting'> {
  return {
    has: (key) => line.entries.has(key),
    steps: () => [...line.entries.values()].map((entry) => entry.step),
    running: () => [...running].map((entry) => entry.step),
    about: (nodes) => line.about(nodes).map((entry) => entry.step),
    hasAny: (kinds) => [...kinds].some((kind) => line.count(kind) > 0),
    hasWaiting: (kinds) => {
      const started = [...running].filter(({ step }) => kinds.has(step.kind)).length;
      return [...kinds].reduce((sum, kind) => sum + line.count(kind), 0) > started;
    },
  };
}

function offerTo(line: StepLine, step: Step): Offered {
  const known = line.entries.get(step.key);
  if (known !== undefined) {
    // The same step, but the keys it waits for may have changed.
    if (known.running === null) known.step = step;
    return { isTaken: true, displaced: [] };
  }
  const others = line.about(nodesOf(step));
  const running = others.filter((entry) => entry.running !== null);
  for (const entry of running) if (!AWAITED.has(entry.step.kind)) entry.running?.abort.abort();
  if (running.length > 0) return { isTaken: false, displaced: [] };
  for (const entry of others) line.remove(entry);
  const displaced = others.flatMap((entry) => [entry.step, ...line.dropDependents(entry.step)]);
  line.add(step);
  return { isTaken: true, displaced };
}

/** One short request each, which the service may already have carried out. Its answer settles that sooner than the news (SPEC P85). */
const AWAITED: ReadonlySet<StepKind> = new Set(['move-remote', 'create-remote-folder']);

/** Steps started between two turns of other work: a few milliseconds for files to download (E120). */
const MOST_STARTS = 64;

type Lane = 'note' | 'hash' | 'create' | 'move' | 'transfer' | 'delete';

/**
 * The maximum concurrency per lane. Moves run one by one, in plan order. Transfers and hashes have their own queues; here they are
 * only limited to bound memory. Steps start once per round, so a lane must hold the work of one round.
 */
const WIDTH: Readonly<Record<Lane, number>> = { note: 300, hash: 600, create: 8, move: 1, transfer: 320, delete: 16 };

function laneOf(kind: StepKind): Lane {
  switch (kind) {
    case 'adopt':
    case 'forget':
      return 'note';
    case 'hash':
      return 'hash';
    case 'create-local-folder':
    case 'create-remote-folder':
      return 'create';
    case 'move-local':
    case 'move-remote':
    case 'set-aside':
    case 'rescue':
      return 'move';
    case 'upload':
    case 'upload-version':
    case 'download':
    case 'download-version':
      return 'transfer';
    case 'trash-local':
    case 'trash-remote':
      return 'delete';
    default:
      return assertNever(kind);
  }
}
