import type { StepDone } from '../../execute/step-result.ts';
import { sameContent, sameFingerprint } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';
import type { Step } from '../../model/plan/step.ts';
import { nameInMotion } from '../../plan/names/temporary-name.ts';
import type { RootStore } from '../../store/root-store.ts';

type Trees = Pick<RootStore, 'local' | 'remote' | 'syncedByLocal' | 'isExcluded'>;

/**
 * Whether a hashed file is plainly in sync after this step. Then it needs no further plan (SPEC P16), which saves one plan per file when a
 * folder is linked again. Any doubtful case is planned.
 */
export function isSettledAtOnce(root: Trees, step: Step, { agreed, journal }: StepDone): boolean {
  if (step.kind !== 'hash' || agreed === null || journal !== null) return false;
  const local = root.local(step.localId);
  const row = root.syncedByLocal(step.localId);
  if (local === undefined || row === undefined || local.kind !== 'file' || row.kind !== 'file') return false;
  const remote = root.remote(row.itemId);
  if (remote === undefined || remote.id !== step.itemId || remote.kind !== 'file') return false;
  const content = local.sha1 === null ? null : { sha1: local.sha1, sizeBytes: local.fingerprint.sizeBytes };
  const isOneName = local.name === remote.name && local.name === row.localName && local.name === row.remoteName;
  return (
    isOneName &&
    nameInMotion(local.name) === local.name &&
    row.parentLocalId === local.parentId &&
    isLinkedFolder(root, local.parentId, remote.parentId) &&
    content !== null &&
    sameContent(content, remote.content) &&
    sameContent(row.content, remote.content) &&
    sameFingerprint(row.fingerprint, local.fingerprint) &&
    !root.isExcluded(remote.id)
  );
}

/** Whether both sides have the folder, linked to each other. */
function isLinkedFolder(root: Trees, here: LocalId | null, there: string | null): boolean {
  if (here === null || there === null || root.local(here)?.kind !== 'folder') return false;
  const item = root.syncedByLocal(here)?.itemId;
  return item === there && root.remote(item)?.kind === 'folder';
}
