import type { ItemId, LocalId } from '../model/ids.ts';
import type { Deed, Step } from '../model/plan/step.ts';
import type { Trees } from '../model/tree.ts';
import { labelOfItem, labelOfLocal } from './places.ts';

/** The nodes of a step, by side. */
export function nodesOf({ localId = null, itemId = null }: Deed): {
  readonly localId: LocalId | null;
  readonly itemId: ItemId | null;
} {
  return { localId, itemId };
}

/** The nodes of the steps in flight, by side. */
export function busyNodes(runner: { running(): readonly Deed[] }) {
  const nodes = runner.running().map(nodesOf);
  return {
    localIds: new Set(nodes.map(({ localId }) => localId)),
    itemIds: new Set(nodes.map(({ itemId }) => itemId)),
  };
}

/** The label shown to the user: the path below the root. */
export function subjectOf(trees: Trees, step: Step): string {
  const { localId, itemId } = nodesOf(step);
  if (localId !== null && trees.local(localId) !== undefined) return labelOfLocal(trees, localId);
  if (itemId !== null && trees.remote(itemId) !== undefined) return labelOfItem(trees, itemId);
  return 'name' in step ? step.name : '';
}
