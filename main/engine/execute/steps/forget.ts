import type { Step } from '../../model/plan/step.ts';
import { scopeOf } from '../../model/scope.ts';
import type { Execution } from '../execution.ts';
import { done, type StepResult, stale } from '../step-result.ts';

/** Gone on both sides, or gone here and excluded here (SPEC P66): only the synced rows are left. */
export function forget({ trees, tick }: Execution, step: Extract<Step, { kind: 'forget' }>): StepResult {
  const isThere = trees.remote(step.itemId) !== undefined && scopeOf(trees, step.itemId) !== 'deselected';
  if (trees.local(step.localId) !== undefined || isThere) {
    return stale('one of the two is back');
  }
  return done(tick(), { gone: { local: null, remote: null, row: { localId: step.localId, below: true } } });
}
