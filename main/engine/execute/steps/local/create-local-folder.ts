import { join } from 'node:path';
import type { LocalEntry, RemoteEntry } from '../../../model/entry.ts';
import type { LocalId } from '../../../model/ids.ts';
import type { LocalStat } from '../../../model/observation.ts';
import type { Placing } from '../../../model/plan/placing.ts';
import type { Step } from '../../../model/plan/step.ts';
import { FileSystemError } from '../../../ports/file-system.ts';
import { agreementOn, meantName } from '../../agreement-on.ts';
import { nameTaken } from '../../disk/taken-name.ts';
import type { Execution } from '../../execution.ts';
import { childNamed, linkedFolder, standingFolder } from '../../places.ts';
import { done, type StepResult, stale } from '../../step-result.ts';
import { isStillWanted } from '../../still-wanted.ts';

type CreateLocalFolder = Extract<Step, { kind: 'create-local-folder' }>;

/** Creates a remote folder on disk. An existing, observed folder that belongs to no other item is used for it. */
export async function createLocalFolder(execution: Execution, step: CreateLocalFolder): Promise<StepResult> {
  const { trees, fileSystem } = execution;
  const remote = trees.remote(step.itemId);
  if (remote === undefined || remote.parentId === null || !isStillWanted(trees, step))
    return stale('the folder no longer belongs on this disk');
  const parent = linkedFolder(trees, remote.parentId);
  if (parent === null) return stale('its folder is not linked');
  const parentPath = await standingFolder(execution, parent.id);
  if (parentPath === null) return stale('its folder is not on disk as it was', { localIds: [parent.id] });
  const path = join(parentPath, step.name);
  // Stored before too: a process that ends before it hears of its folder would take it for one that a user made (SPEC P85). A folder that
  // is already known may be just that.
  if (childNamed(trees, parent.id, step.name) === undefined) execution.placing(intended(step, remote, parent));
  const found = await createOrFind(execution, path);
  const folder = { path: parentPath, id: parent.id };
  if (found === null) return nameTaken(execution, folder, step.name);
  const { stat, isNew } = found;
  const made = { remote, parent, stat };
  if (isNew) execution.placing({ ...agreement(step, made, null), stagingName: null });
  // The parent may have been replaced a moment ago, for example by the bare mount point of a volume, where the new folder would
  // be lost.
  if (isNew && (await standingFolder(execution, parent.id)) !== parentPath) {
    return stale('its folder went while it was made', { localIds: [parent.id] });
  }
  const known = childNamed(trees, parent.id, step.name);
  // The user may have just moved this folder here, and then it has an item of its own.
  if (!isNew && known?.fingerprint.identity !== stat.fingerprint.identity) {
    return nameTaken(execution, folder, step.name, 'an unscanned folder has its name');
  }
  if (known !== undefined && isClaimed(execution, known, step)) {
    return stale('the folder there belongs to another item', { localIds: [parent.id, known.id] });
  }
  return created(execution, step, made, known ?? null);

  async function createOrFind({ fileSystem: disk }: Execution, at: string): Promise<Found | null> {
    try {
      return { stat: await disk.createFolder(at), isNew: true };
    } catch (error) {
      if (!(error instanceof FileSystemError) || error.code !== 'exists') throw error;
      const there = await fileSystem.stat(at);
      return there?.kind === 'folder' ? { stat: there, isNew: false } : null;
    }
  }
}

type Found = { readonly stat: LocalStat; readonly isNew: boolean };

function isClaimed({ trees }: Execution, known: LocalEntry, step: CreateLocalFolder): boolean {
  const row = trees.syncedByLocal(known.id);
  return (
    known.kind !== 'folder' ||
    (row !== undefined && row.itemId !== step.itemId && trees.remote(row.itemId) !== undefined)
  );
}

type Made = {
  readonly remote: RemoteEntry;
  readonly parent: LocalEntry;
  readonly stat: Pick<LocalStat, 'fingerprint'>;
};

function intended(step: CreateLocalFolder, remote: RemoteEntry, parent: LocalEntry): Placing {
  return { ...agreement(step, { remote, parent, stat: parent }, null), fingerprint: null, stagingName: null };
}

function agreement({ name, aliasOf }: CreateLocalFolder, { remote, parent, stat }: Made, id: LocalId | null) {
  const place = { id, parentId: parent.id, name, kind: 'folder' as const };
  return {
    ...agreementOn({ local: place, remote, fingerprint: stat.fingerprint }),
    remoteName: meantName(remote.name, aliasOf ?? name),
  };
}

function created({ tick }: Execution, step: CreateLocalFolder, made: Made, known: LocalEntry | null): StepResult {
  const { name } = step;
  const { remote, parent, stat } = made;
  const isKnown = known !== null && known.fingerprint.identity === stat.fingerprint.identity;
  const id = isKnown ? known.id : null;
  return done(tick(), {
    local: { id, parentId: parent.id, name, kind: 'folder', fingerprint: stat.fingerprint, sha1: null },
    agreed: agreement(step, made, id),
    journal: {
      side: 'local',
      itemKind: 'folder',
      place: { localId: parent.id, name },
      from: null,
      bytes: null,
      before: null,
      after: { itemId: remote.id },
    },
  });
}
