import { dirname, join } from 'node:path';
import { sameFingerprint } from '../../../model/entry.ts';
import type { Step } from '../../../model/plan/step.ts';
import { renameOnDisk } from '../../disk/rename-on-disk.ts';
import type { Execution } from '../../execution.ts';
import { absolutePath, placeOfLocal } from '../../places.ts';
import { done, type StepResult, stale } from '../../step-result.ts';

type SetAside = Extract<Step, { kind: 'set-aside' }>;

/** Renames a local item to its conflict name in the same folder: the service's version keeps the name (rule P7). */
export async function setAside(execution: Execution, step: SetAside): Promise<StepResult> {
  const { trees, fileSystem, tick } = execution;
  const local = trees.local(step.localId);
  const from = absolutePath(execution, step.localId);
  if (local === undefined || local.parentId === null || from === null) return stale('the item is not in the tree');
  const to = join(dirname(from), step.toName);
  const stat = await renameOnDisk(fileSystem, { from, to, identity: local.fingerprint.identity, expect: step.expect });
  if (stat === null) return stale('the disk is not as planned', { localIds: [local.id] });
  const takenAt = tick();
  const now = trees.local(step.localId) ?? local;
  const isSame = sameFingerprint(now.fingerprint, stat.fingerprint);
  const parentId = now.parentId ?? local.parentId;
  const row = { localId: local.id, below: false };
  return done(takenAt, {
    local: {
      id: local.id,
      parentId,
      name: step.toName,
      kind: local.kind,
      fingerprint: stat.fingerprint,
      sha1: isSame ? now.sha1 : null,
    },
    // The copy and the item are now separate: the copy is new to the service, the item new to this disk.
    gone: step.reason === 'both_edited' ? { local: null, remote: null, row } : null,
    journal: {
      side: 'local',
      itemKind: local.kind,
      place: { localId: parentId, name: step.toName },
      from: placeOfLocal(local),
      bytes: null,
      before: { localId: local.id, name: local.name, reason: step.reason },
      after: { localId: local.id, name: step.toName },
    },
  });
}
