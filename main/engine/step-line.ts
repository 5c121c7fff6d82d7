import { nodesOf } from './execute/subject.ts';
import type { StepKey } from './model/ids.ts';
import type { Step } from './model/step.ts';

/** A step in line or running. */
export type LineEntry = { step: Step; readonly abort: AbortController; running: Promise<void> | null };

/** The steps that are in line or running, in the order of the plans, found by key and by node. */
export type StepLine = {
  readonly entries: ReadonlyMap<StepKey, LineEntry>;
  add(step: Step): void;
  remove(entry: LineEntry): void;
  /** Those about a node of this step. */
  about(step: Step): readonly LineEntry[];
  /** Takes out what has not begun and is named. */
  drop(which: (step: Step) => boolean): readonly Step[];
  /** Takes out what waits for this step, and what waits for that. */
  dropDependents(step: Step): readonly Step[];
};

export function createStepLine(): StepLine {
  const entries = new Map<StepKey, LineEntry>();
  const byNode = new Map<string, LineEntry>();
  const remove = (entry: LineEntry): void => {
    entries.delete(entry.step.key);
    for (const node of namesOf(entry.step)) if (byNode.get(node) === entry) byNode.delete(node);
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
      const entry: LineEntry = { step, abort: new AbortController(), running: null };
      entries.set(step.key, entry);
      for (const node of namesOf(step)) byNode.set(node, entry);
    },
    about: (step) =>
      namesOf(step)
        .map((node) => byNode.get(node))
        .filter((entry) => entry !== undefined),
    dropDependents: (step) => {
      const lost = new Set<StepKey>([step.key]);
      // In the order of the plans a step comes after those it waits for.
      for (const { step: other } of entries.values()) if (other.after.some((key) => lost.has(key))) lost.add(other.key);
      lost.delete(step.key);
      return drop((other) => lost.has(other.key));
    },
  };
}

/** The nodes of a step; two steps that share one must not be under way together. */
function namesOf(step: Step): readonly string[] {
  const { localId, itemId } = nodesOf(step);
  return [...(localId === null ? [] : [`l${localId}`]), ...(itemId === null ? [] : [`r${itemId}`])];
}
