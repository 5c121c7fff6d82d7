import { nodesOf } from '../../execute/subject.ts';
import type { StepKey } from '../../model/ids.ts';
import type { Step, StepKind } from '../../model/plan/step.ts';
import type { Ref } from '../../store/work/marks.ts';

/** A queued or running step. */
export type LineEntry = {
  step: Step;
  running: { readonly end: Promise<void>; readonly abort: AbortController } | null;
};

/** The queued and running steps in plan order, indexed by key and by node. */
export type StepLine = {
  readonly entries: ReadonlyMap<StepKey, LineEntry>;
  add(step: Step): void;
  remove(entry: LineEntry): void;
  /** Entries that share a node with this one. */
  about(nodes: Ref): readonly LineEntry[];
  /** How many there are of this kind. */
  count(kind: StepKind): number;
  /** Removes the matching steps that have not started. */
  drop(which: (step: Step) => boolean): readonly Step[];
  /** Removes the steps that depend on this step, directly or indirectly. */
  dropDependents(step: Step): readonly Step[];
};

export function createStepLine(): StepLine {
  const entries = new Map<StepKey, LineEntry>();
  const byNode = new Map<string, LineEntry>();
  const counts = new Map<StepKind, number>();
  const count = (kind: StepKind): number => counts.get(kind) ?? 0;
  const remove = (entry: LineEntry): void => {
    if (entries.delete(entry.step.key)) counts.set(entry.step.kind, count(entry.step.kind) - 1);
    for (const node of namesOf(nodesOf(entry.step))) if (byNode.get(node) === entry) byNode.delete(node);
  };
  const drop = (which: (step: Step) => boolean): readonly Step[] => {
    const dropped = [...entries.values()].filter((entry) => entry.running === null && which(entry.step));
    for (const entry of dropped) remove(entry);
    return dropped.map((entry) => entry.step);
  };
  return {
    entries,
    remove,
    drop,
    add: (step) => {
      const entry: LineEntry = { step, running: null };
      entries.set(step.key, entry);
      counts.set(step.kind, count(step.kind) + 1);
      for (const node of namesOf(nodesOf(step))) byNode.set(node, entry);
    },
    count,
    about: (nodes) =>
      namesOf(nodes)
        .map((node) => byNode.get(node))
        .filter((entry) => entry !== undefined),
    dropDependents: (step) => {
      const steps = [...entries.values()].map((entry) => entry.step);
      const lost = waitingFor([step.key], steps);
      return drop((other) => lost.has(other.key));
    },
  };
}

/**
 * The steps that wait for one of these, directly or indirectly. One that is planned again keeps its turn in the line, so it may stand before a
 * step that it waits for.
 */
export function waitingFor(keys: readonly StepKey[], steps: readonly Step[]): ReadonlySet<StepKey> {
  const first = new Set(keys);
  const found = new Set<StepKey>();
  const waits = ({ key, after }: Step): boolean =>
    !first.has(key) && !found.has(key) && after.some((other) => first.has(other) || found.has(other));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const step of steps) if (waits(step)) found.add(step.key);
  }
  return found;
}

/** The nodes of a step; steps that share a node must not run concurrently. */
function namesOf({ localId, itemId }: Ref): readonly string[] {
  return [...(localId === null ? [] : [`l${localId}`]), ...(itemId === null ? [] : [`r${itemId}`])];
}
