import { linkedItem } from '../../execute/places.ts';
import type { RemoteEntry } from '../../model/entry.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { NewConflict } from '../../model/plan/conflict.ts';
import type { Step } from '../../model/plan/step.ts';
import type { RootStore } from '../../store/root-store.ts';

/** A conflict without its time and the final path of the copy. */
export type SeenConflict = Omit<NewConflict, 'atMs' | 'copyPath'>;

/** The two contents that a step keeps apart; null if none. Called before the step is recorded, while the trees still have both (SPEC P45). */
export function conflictOf(root: RootStore, step: Step): SeenConflict | null {
  if (step.kind === 'move-remote' && step.rule === 'P26') return asideThere(root, step);
  if (step.kind !== 'set-aside') return null;
  const local = root.local(step.localId);
  if (local === undefined || local.parentId === null) return null;
  const row = root.syncedByLocal(step.localId);
  // An earlier run renamed the file but could not record it; the row still has the old name.
  const name = local.name === step.toName ? (row?.localName ?? local.name) : local.name;
  const original = step.reason === 'both_edited' ? remoteOf(root, row?.itemId) : inItsPlace(root, local.parentId, name);
  const isFile = local.kind === 'file';
  return {
    reason: step.reason,
    rule: step.rule,
    itemKind: local.kind,
    originalPath: pathIn(root, local.parentId, name),
    localId: local.id,
    folderId: local.parentId,
    copyItemId: null,
    originalItemId: original?.id ?? null,
    mine: {
      sha1: local.sha1,
      sizeBytes: isFile ? local.fingerprint.sizeBytes : null,
      mtimeNs: isFile ? local.fingerprint.mtimeNs : null,
    },
    theirs: sideOf(original),
  };
}

/** The service's file makes room for a local folder. */
function asideThere(root: RootStore, step: Extract<Step, { kind: 'move-remote' }>): SeenConflict | null {
  const entry = root.remote(step.itemId);
  if (entry === undefined) return null;
  return {
    reason: 'kinds_differ',
    rule: step.rule,
    itemKind: entry.kind,
    originalPath: root.remotePath(entry.id) ?? entry.name,
    localId: null,
    folderId: null,
    copyItemId: entry.id,
    originalItemId: null,
    mine: { sha1: null, sizeBytes: null, mtimeNs: null },
    theirs: sideOf(entry),
  };
}

/** The service's side of a conflict, as it is now. */
export const sideOf = (entry: RemoteEntry | undefined): SeenConflict['theirs'] => ({
  sha1: entry?.content?.sha1 ?? null,
  sizeBytes: entry?.content?.sizeBytes ?? null,
  versionId: entry?.versionId ?? null,
  modifiedAtMs: entry?.contentModifiedAtMs ?? null,
  by: entry?.changedBy ?? null,
});

const remoteOf = (root: RootStore, id: RemoteEntry['id'] | undefined): RemoteEntry | undefined =>
  id === undefined ? undefined : root.remote(id);

function inItsPlace(root: RootStore, folder: Parameters<typeof linkedItem>[1], name: string): RemoteEntry | undefined {
  const parent = linkedItem(root, folder);
  return parent === null ? undefined : root.remoteByKey(parent, nameKey(name))[0];
}

function pathIn(root: RootStore, folder: NonNullable<Parameters<typeof linkedItem>[1]>, name: string): string {
  const path = root.localPath(folder) ?? '';
  return path === '' ? name : `${path}/${name}`;
}
