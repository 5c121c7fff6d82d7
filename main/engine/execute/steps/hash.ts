import type { Step } from '../../model/step.ts';
import type { Execution } from '../execution.ts';
import { absolutePath } from '../places.ts';
import { done, type StepResult, stale } from '../step-result.ts';

/** Learns what is in a local file. Touches nothing; the plan decides with it. */
export async function hashFile(
  execution: Execution,
  step: Extract<Step, { kind: 'hash' }>,
  signal: AbortSignal,
): Promise<StepResult> {
  const path = absolutePath(execution, step.localId);
  if (path === null) return stale('the file is not in the tree');
  const { sha1 } = await execution.hashPool.hash(path, step.expect, signal);
  return done(execution.tick(), { hashed: { localId: step.localId, fingerprint: step.expect, sha1 } });
}
