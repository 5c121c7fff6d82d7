import { assertNever } from '../../model/assert-never.ts';
import type { StepKey } from '../../model/ids.ts';
import type { Step, StepKind } from '../../model/plan/step.ts';
import type { Draft } from '../outcome.ts';
import { type InPortions, inPortions } from '../portions.ts';
import { keyOf } from '../step-key.ts';
import type { Edge, Web } from './needs.ts';

/**
 * Sorts the drafts into a valid order: needs first; otherwise harmless steps first and deletes last (SPEC P23). The web has no
 * rings at this point.
 */
export function* inOrder({ drafts, edges }: Web): InPortions<readonly Draft[]> {
  const finished = new Set<Draft>();
  // The sort is stable: items keep their order within a rank.
  const sorted = [...drafts].sort((a, b) => rank(a.action.kind) - rank(b.action.kind));
  yield* inPortions(sorted, (draft) => finishWithNeeds(draft, edges, finished));
  return [...finished];
}

/** The steps of ordered drafts, each with the keys of its prerequisites. */
export function* stepsOf(
  ordered: readonly Draft[],
  edges: ReadonlyMap<Draft, readonly Edge[]>,
): InPortions<readonly Step[]> {
  const steps: Step[] = [];
  const keys = new Map<Draft, StepKey>();
  yield* inPortions(ordered, (draft) => {
    const key = keyOf(draft.action);
    keys.set(draft, key);
    const after = (edges.get(draft) ?? []).map(({ to }) => keys.get(to)).filter((known) => known !== undefined);
    steps.push({ ...draft.action, key, rule: draft.rule, after: [...new Set(after)] });
  });
  return steps;
}

function finishWithNeeds(start: Draft, edges: ReadonlyMap<Draft, readonly Edge[]>, finished: Set<Draft>): void {
  const open = finished.has(start) ? [] : [{ draft: start, next: 0 }];
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const edge = (edges.get(at.draft) ?? [])[at.next++];
    if (edge !== undefined) {
      if (!finished.has(edge.to)) open.push({ draft: edge.to, next: 0 });
      continue;
    }
    open.pop();
    finished.add(at.draft);
  }
}

function rank(kind: StepKind): number {
  switch (kind) {
    case 'forget':
    case 'adopt':
      return 0;
    case 'set-aside':
      return 1;
    case 'create-remote-folder':
    case 'create-local-folder':
    case 'move-remote':
    case 'move-local':
      return 2;
    case 'hash':
      return 3;
    case 'upload':
    case 'upload-version':
    case 'download':
    case 'download-version':
      return 4;
    case 'trash-remote':
    case 'trash-local':
    case 'rescue':
      return 5;
    default:
      return assertNever(kind);
  }
}
