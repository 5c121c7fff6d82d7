import { type LocalEntry, type RemoteEntry, sameContent, sameFingerprint } from '../../model/entry.ts';
import { nameKey } from '../../model/name-key.ts';
import type { Step } from '../../model/step.ts';
import type { Trees } from '../../model/tree.ts';
import { agreementOn } from '../agreement-on.ts';
import type { Execution } from '../execution.ts';
import { done, type StepResult, stale } from '../step-result.ts';

/** Writes down that both sides hold the same. No effect on either side, so nothing in the journal. */
export function adopt(execution: Execution, step: Extract<Step, { kind: 'adopt' }>): StepResult {
  const { trees } = execution;
  const local = trees.local(step.localId);
  const remote = trees.remote(step.itemId);
  if (local === undefined || remote === undefined || local.parentId === null) return stale('one of the two is gone');
  if (!haveNamesAsPlanned(step, local, remote)) return stale('one of the two was renamed');
  if (!holdSame(trees, local, remote)) return stale('the two are not the same any more');
  return done(execution.tick(), {
    agreed: agreementOn({ local: { ...local, parentId: local.parentId }, remote, fingerprint: local.fingerprint }),
  });
}

/** Names that differ without a reason are a rename that the plan did not know; written down they would look like an alias. */
function haveNamesAsPlanned(
  { alias }: Extract<Step, { kind: 'adopt' }>,
  local: LocalEntry,
  remote: RemoteEntry,
): boolean {
  if (alias === undefined) return nameKey(local.name) === nameKey(remote.name);
  return local.name === alias.here && remote.name === alias.there;
}

function holdSame(trees: Trees, local: LocalEntry, remote: RemoteEntry): boolean {
  if (local.kind !== remote.kind) return false;
  if (local.kind === 'folder') return true;
  if (local.sha1 !== null) {
    return sameContent({ sha1: local.sha1, sizeBytes: local.fingerprint.sizeBytes }, remote.content);
  }
  // Not hashed since it was agreed on, and unchanged since: then it is what was agreed on.
  const row = trees.syncedByLocal(local.id);
  return (
    row !== undefined && sameFingerprint(row.fingerprint, local.fingerprint) && sameContent(row.content, remote.content)
  );
}
