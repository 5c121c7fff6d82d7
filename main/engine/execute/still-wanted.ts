import { sameContent } from '../model/entry.ts';
import type { Step } from '../model/plan/step.ts';
import { comesHere } from '../model/scope.ts';
import type { Trees } from '../model/tree.ts';

/**
 * Does what a step brings to this disk still belong here? A precondition of the step, and asked again while it downloads, which may take hours
 * (SPEC P66). True for all other steps.
 */
export function isStillWanted(trees: Trees, step: Step): boolean {
  switch (step.kind) {
    case 'create-local-folder':
      return trees.remote(step.itemId) !== undefined && comesHere(trees, step.itemId);
    case 'download':
      return sameContent(trees.remote(step.itemId)?.content ?? null, step.content) && comesHere(trees, step.itemId);
    case 'download-version':
      return sameContent(trees.remote(step.itemId)?.content ?? null, step.content) && staysHere(trees, step);
    default:
      return true;
  }
}

/** False: its file is gone or ignored now, or leaves with a deselected folder, unless it was moved here: that goes up first. */
export function staysHere(
  trees: Trees,
  { localId, itemId }: Pick<Extract<Step, { kind: 'download-version' }>, 'localId' | 'itemId'>,
): boolean {
  const local = trees.local(localId);
  if (local === undefined) return false;
  const row = trees.syncedByLocal(localId);
  const isInPlace = row !== undefined && row.itemId === itemId && row.leftFolder === undefined;
  const isMoved = local.parentId !== row?.parentLocalId || local.name !== row.localName;
  return !isInPlace || isMoved || !trees.isExcluded(itemId);
}
