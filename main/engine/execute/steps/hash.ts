import { type Content, sameContent, sameFingerprint } from '../../model/entry.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Trees } from '../../model/tree.ts';
import { agreementOn } from '../agreement-on.ts';
import type { Execution } from '../execution.ts';
import { absolutePath } from '../places.ts';
import { type Agreement, done, type StepResult, stale } from '../step-result.ts';

type Hash = Extract<Step, { kind: 'hash' }>;

/** Hashes a local file. It changes nothing: the next plan uses the hash, unless both sides are equal (SPEC P16). */
export async function hashFile(execution: Execution, step: Hash, signal: AbortSignal): Promise<StepResult> {
  const path = absolutePath(execution, step.localId);
  if (path === null) return stale('the file is not in the tree');
  const content = await execution.hashPool.hash(path, step.expect, signal);
  return done(execution.tick(), {
    hashed: { localId: step.localId, fingerprint: step.expect, sha1: content.sha1 },
    agreed: meeting(execution.trees, step, content),
  });
}

/** The agreement that the next plan would make by adopting. Null: the two differ, or one of them has changed since planning. */
function meeting(trees: Trees, { localId, itemId, expect }: Hash, content: Content): Agreement | null {
  const local = trees.local(localId);
  const remote = itemId === undefined ? undefined : trees.remote(itemId);
  if (local === undefined || local.parentId === null || remote === undefined || remote.parentId === null) return null;
  const areNew = trees.syncedByLocal(local.id) === undefined && trees.syncedByItem(remote.id) === undefined;
  const isOnePlace =
    nameKey(local.name) === nameKey(remote.name) && trees.syncedByLocal(local.parentId)?.itemId === remote.parentId;
  const areEqual = sameFingerprint(local.fingerprint, expect) && sameContent(content, remote.content);
  if (!areNew || !isOnePlace || !areEqual) return null;
  return agreementOn({ local: { ...local, parentId: local.parentId }, remote, fingerprint: local.fingerprint });
}
