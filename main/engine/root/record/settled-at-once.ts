import type { StepDone } from '../../execute/step-result.ts';
import { nodesOf } from '../../execute/subject.ts';
import { sameContent, sameFingerprint } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';
import { nameInMotion } from '../../model/names/in-motion.ts';
import type { Deed } from '../../model/plan/step.ts';
import type { RootStore } from '../../store/root-store.ts';

type Trees = Pick<RootStore, 'local' | 'remote' | 'syncedByLocal' | 'isExcluded'>;

/**
 * Whether a hashed file is plainly in sync after this step. Then it needs no further plan (SPEC P16), which saves one plan per file when a
 * folder is linked again. Any doubtful case is planned.
 */
export function isSettledAtOnce(root: Trees, deed: Deed, { agreed, journal }: StepDone): boolean {
  const { localId, itemId } = nodesOf(deed);
  if (deed.kind !== 'hash' || localId === null || agreed === null || journal !== null) return false;
  const local = root.local(localId);
  const row = root.syncedByLocal(localId);
  if (local === undefined || row === undefined || local.kind !== 'file' || row.kind !== 'file') return false;
  const remote = root.remote(row.itemId);
  if (remote === undefined || remote.id !== itemId || remote.kind !== 'file') return false;
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
