import { join } from 'node:path';
import { type LocalEntry, sameFingerprint } from '../../../model/entry.ts';
import { sameName } from '../../../model/names/name-key.ts';
import type { LocalStat } from '../../../model/observation.ts';
import type { Step } from '../../../model/plan/step.ts';
import { agreementOn } from '../../agreement-on.ts';
import { renameOnDisk } from '../../disk/rename-on-disk.ts';
import { nameTaken } from '../../disk/taken-name.ts';
import type { Execution } from '../../execution.ts';
import { absolutePath, linkedFolder, placeOfLocal, standingFolder } from '../../places.ts';
import { done, type StepResult, stale } from '../../step-result.ts';

type MoveLocal = Extract<Step, { kind: 'move-local' }>;

/** Moves or renames on disk; a move already made counts as done. */
export async function moveLocal(execution: Execution, step: MoveLocal): Promise<StepResult> {
  const { trees } = execution;
  const local = trees.local(step.localId);
  const from = absolutePath(execution, step.localId);
  if (local === undefined || from === null) return stale('the item is not in the tree');
  const parent = linkedFolder(trees, step.toParentItemId);
  if (parent === null) return stale('its new folder is not linked');
  const parentPath = await standingFolder(execution, parent.id);
  if (parentPath === null) return stale('its new folder is not on disk as it was', { localIds: [parent.id] });
  const to = join(parentPath, step.toName);
  const stat = await renameOnDisk(execution.fileSystem, { from, to, identity: local.fingerprint.identity });
  if (stat === null) {
    const taken = await nameTaken(execution, { path: parentPath, id: parent.id }, step.toName);
    return { ...taken, reason: 'the disk is not as planned', localIds: [step.localId, parent.id] };
  }
  return moved(execution, step, { local, parent, stat });
}

type Moved = {
  readonly local: LocalEntry;
  readonly parent: LocalEntry;
  readonly stat: LocalStat;
};

function moved({ trees, tick }: Execution, step: MoveLocal, { local, parent, stat }: Moved): StepResult {
  const takenAt = tick();
  const now = trees.local(step.localId) ?? local;
  const isSame = sameFingerprint(now.fingerprint, stat.fingerprint);
  const place = { id: local.id, parentId: parent.id, name: step.toName, kind: local.kind };
  const row = trees.syncedByLocal(step.localId);
  const remote = trees.remote(step.itemId);
  const written = { ...place, fingerprint: stat.fingerprint, sha1: isSame ? now.sha1 : null };
  const journal = {
    side: 'local' as const,
    itemKind: local.kind,
    place: { localId: parent.id, name: step.toName },
    from: placeOfLocal(local),
    bytes: null,
    before: { localId: local.id, parentId: local.parentId, name: local.name },
    after: { localId: local.id, parentId: parent.id, name: step.toName },
  };
  if (row === undefined || remote === undefined) return done(takenAt, { local: written, journal });
  // Agree on the place now on disk. The agreed content stays: a move is not a version.
  const meant = step.aliasOf ?? step.toName;
  const isThere = remote.parentId === step.toParentItemId && sameName(remote.name, meant);
  const agreed = agreementOn({ local: place, remote, fingerprint: row.fingerprint });
  return done(takenAt, {
    local: written,
    agreed: { ...agreed, remoteName: isThere ? remote.name : meant, content: row.content },
    journal,
  });
}
