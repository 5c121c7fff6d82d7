import { isUntouched, type LocalEntry, type RemoteEntry, sameContent } from '../../model/entry.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Step } from '../../model/plan/step.ts';
import type { Trees } from '../../model/tree.ts';
import { agreementOn } from '../agreement-on.ts';
import type { Execution } from '../execution.ts';
import { type Agreement, done, type StepResult, stale } from '../step-result.ts';

/** Records that both sides are equal. It changes neither side, so the journal gets no entry. */
export function adopt(execution: Execution, step: Extract<Step, { kind: 'adopt' }>): StepResult {
  const { trees } = execution;
  const local = trees.local(step.localId);
  const remote = trees.remote(step.itemId);
  if (local === undefined || remote === undefined || local.parentId === null) return stale('one of the two is gone');
  if (!haveNamesAsPlanned(step, local, remote)) return stale('one of the two was renamed');
  if (!holdSame(trees, local, remote)) return stale('the two no longer have the same content');
  const place = { ...local, parentId: local.parentId };
  const agreed = agreementOn({ local: place, remote, fingerprint: local.fingerprint });
  return done(execution.tick(), { agreed: { ...agreed, ...namesBefore(trees, step, local) } });
}

/**
 * One side deleted the item and made it again (SPEC P11): its names stay as agreed, so that a name in another case is a rename by
 * the side that made it.
 */
function namesBefore(
  trees: Trees,
  { localId, itemId, alias }: Extract<Step, { kind: 'adopt' }>,
  local: LocalEntry,
): Partial<Pick<Agreement, 'localName' | 'remoteName'>> {
  const row = trees.syncedByLocal(localId) ?? trees.syncedByItem(itemId);
  const isOfBoth = row?.localId === localId && row.itemId === itemId;
  if (row === undefined || isOfBoth || alias !== undefined) return {};
  // Moved here since: its names of before say nothing of this one.
  if (nameKey(row.localName) !== nameKey(local.name)) return {};
  return { localName: row.localName, remoteName: row.remoteName };
}

/** Names that differ without a planned alias are an unplanned rename; recorded, they would look like an alias. */
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
  // Not hashed and untouched since the agreement, so it has the agreed content.
  const row = trees.syncedByLocal(local.id);
  return (
    row !== undefined && isUntouched(row.fingerprint, local.fingerprint) && sameContent(row.content, remote.content)
  );
}
