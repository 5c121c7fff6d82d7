import type { StepResult } from './execute/step-result.ts';
import { assertNever } from './model/assert-never.ts';
import type { StepKey } from './model/ids.ts';
import type { Step, StepKind } from './model/step.ts';
import { createStepLine, type LineEntry, type StepLine } from './step-line.ts';

/**
 * Runs the steps of plans as their turn comes. It knows which steps are under way, by their key, and which node each is about,
 * so that a new plan neither starts one twice nor two about one node.
 */
export type StepRunner = {
  /**
   * `isTaken`: it is in line or running. Else another step about its node is still running and was told to stop; plan the
   * node again when that one has ended. `displaced`: steps in line that it takes the place of, with all that waited for
   * them; their nodes are to be planned again, where the new step is not about them.
   */
  offer(step: Step): Offered;
  /** Starts what may start. Deletes only when the caller says that nothing else is on its way to being known. */
  advance(options: { readonly deletes: boolean }): void;
  /** What has ended since the last call, with the steps that can no longer run because one of these did not succeed. */
  take(limit: number): readonly Ended[];
  /** Drops the steps that have not begun yet and that `which` names; returns them. */
  drop(which: (step: Step) => boolean): readonly Step[];
  /** Tells those that run and match to stop; they end as cancelled. */
  abort(which: (step: Step) => boolean): void;
  has(key: StepKey): boolean;
  /** In line and running, in the order of the plans. */
  steps(): readonly { readonly step: Step; readonly isRunning: boolean }[];
  readonly size: number;
  /** How many have begun and not ended. */
  readonly runningCount: number;
  /** How many have ended, but are not taken yet. */
  readonly endedCount: number;
  /** Resolves when nothing runs any more; what is in line is dropped. */
  close(): Promise<void>;
};

export type Offered = { readonly isTaken: boolean; readonly displaced: readonly Step[] };

export type Ended = {
  readonly step: Step;
  readonly result: StepResult;
  /** Steps in line that waited for this one, which did not succeed. */
  readonly orphans: readonly Step[];
};

export function createStepRunner(
  run: (step: Step, signal: AbortSignal) => Promise<StepResult>,
  rang: () => void,
): StepRunner {
  const line = createStepLine();
  const ended: { readonly entry: LineEntry; readonly result: StepResult }[] = [];
  const busyLanes = new Map<Lane, number>();
  let runningCount = 0;
  const running = () => [...line.entries.values()].filter((entry) => entry.running !== null);
  const start = (entry: LineEntry, lane: Lane): void => {
    busyLanes.set(lane, (busyLanes.get(lane) ?? 0) + 1);
    runningCount += 1;
    entry.running = run(entry.step, entry.abort.signal).then((result) => {
      busyLanes.set(lane, (busyLanes.get(lane) ?? 1) - 1);
      runningCount -= 1;
      ended.push({ entry, result });
      rang();
    });
  };
  return {
    offer: (step) => offerTo(line, step),
    advance: ({ deletes }) => {
      for (const entry of line.entries.values()) {
        if (entry.running !== null) continue;
        const lane = laneOf(entry.step.kind);
        if ((busyLanes.get(lane) ?? 0) >= WIDTH[lane]) continue;
        if (lane === 'delete' && !deletes) continue;
        if (entry.step.after.some((key) => line.entries.has(key))) continue;
        start(entry, lane);
      }
    },
    take: (limit) =>
      ended.splice(0, limit).map(({ entry, result }) => {
        line.remove(entry);
        return { step: entry.step, result, orphans: result.outcome === 'done' ? [] : line.dropDependents(entry.step) };
      }),
    drop: line.drop,
    abort: (which) => {
      for (const entry of running()) if (which(entry.step)) entry.abort.abort();
    },
    has: (key) => line.entries.has(key),
    steps: () => [...line.entries.values()].map((entry) => ({ step: entry.step, isRunning: entry.running !== null })),
    get size() {
      return line.entries.size;
    },
    get runningCount() {
      return runningCount;
    },
    get endedCount() {
      return ended.length;
    },
    close: async () => {
      line.drop(() => true);
      for (const entry of running()) entry.abort.abort();
      for (const entry of running()) await entry.running;
    },
  };
}

function offerTo(line: StepLine, step: Step): Offered {
  const known = line.entries.get(step.key);
  if (known !== undefined) {
    // The same step, but what comes before it may be called otherwise by now.
    if (known.running === null) known.step = step;
    return { isTaken: true, displaced: [] };
  }
  const others = line.about(step);
  const running = others.filter((entry) => entry.running !== null);
  for (const entry of running) entry.abort.abort();
  if (running.length > 0) return { isTaken: false, displaced: [] };
  for (const entry of others) line.remove(entry);
  const displaced = others.flatMap((entry) => [entry.step, ...line.dropDependents(entry.step)]);
  line.add(step);
  return { isTaken: true, displaced };
}

type Lane = 'note' | 'hash' | 'create' | 'move' | 'transfer' | 'delete';

/**
 * How many of a kind run at a time. Moves and deletes go one by one, in the order of the plan. Transfers wait their turn in
 * lanes of their own, and digests in the pool; here they are only kept from filling the memory. Steps start once a round, so a lane
 * must hold what is done between two rounds.
 */
const WIDTH: Readonly<Record<Lane, number>> = { note: 300, hash: 600, create: 8, move: 1, transfer: 320, delete: 1 };

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
