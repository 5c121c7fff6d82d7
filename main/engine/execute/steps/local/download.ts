import { join } from 'node:path';
import type { Fingerprint, LocalEntry, RemoteEntry } from '../../../model/entry.ts';
import type { LocalId } from '../../../model/ids.ts';
import type { Step } from '../../../model/plan/step.ts';
import { agreementOn, meantName } from '../../agreement-on.ts';
import { awaitedFingerprint, installedFingerprint } from '../../disk/installed.ts';
import { nearInTrash } from '../../disk/near-trash.ts';
import { nameTaken } from '../../disk/taken-name.ts';
import type { Execution } from '../../execution.ts';
import { childNamed, labelOfLocal, linkedFolder, standingFolder } from '../../places.ts';
import { done, type StepResult, stale } from '../../step-result.ts';
import { isStillWanted } from '../../still-wanted.ts';
import { downloadTrouble } from './download-trouble.ts';

type Download = Extract<Step, { kind: 'download' }>;

/** Downloads a file that is new here. */
export async function download(execution: Execution, step: Download, signal: AbortSignal): Promise<StepResult> {
  const { trees, transfers, fileSystem } = execution;
  const remote = trees.remote(step.itemId);
  if (remote === undefined || !isStillWanted(trees, step)) return stale('the item changed');
  const parent = linkedFolder(trees, remote.parentId);
  if (parent === null) return stale('its folder is not linked');
  const parentPath = await standingFolder(execution, parent.id);
  if (parentPath === null) return stale('its folder is not on disk as it was', { localIds: [parent.id] });
  const fetching = { step, remote, parent };
  const there = await fileSystem.stat(join(parentPath, step.name));
  if (there !== null) return nameTaken(execution, { path: parentPath, id: parent.id }, step.name);
  const label = labelOfLocal(trees, parent.id, step.name);
  const outcome = await transfers.download({
    near: execution.reuse.here(step.content) ?? (await nearInTrash(execution, remote)),
    itemId: step.itemId,
    versionId: remote.versionId,
    content: step.content,
    root: execution.rootPath,
    // The folder may be renamed during the download (edge case 5): its id still finds it.
    target: async (staged) => {
      const folder = await standingFolder(execution, parent.id);
      // Deselected meanwhile, the folder may be leaving at this moment.
      if (folder === null || !isStillWanted(trees, step)) return null;
      const fingerprint = awaitedFingerprint(staged.identity, step.content, remote.contentModifiedAtMs);
      execution.placing({ ...agreement(fetching, fingerprint, null), stagingName: staged.stagingName });
      return join(folder, step.name);
    },
    expect: null,
    contentModifiedAtMs: remote.contentModifiedAtMs,
    label,
    key: `${execution.rootKey}/${step.itemId}`,
    signal,
  });
  if (outcome.ok) {
    const { path, stat, receivedBytes } = outcome;
    const installed = { path, fingerprint: stat.fingerprint, content: step.content };
    const ours = await installedFingerprint(execution, installed, remote.contentModifiedAtMs, signal);
    return fetched(execution, fetching, ours, receivedBytes);
  }
  return downloadTrouble(outcome, { label, itemId: step.itemId, look: parent.id, folder: execution.rootPath });
}

type Fetching = { readonly step: Download; readonly remote: RemoteEntry; readonly parent: LocalEntry };

function agreement({ step, remote, parent }: Fetching, fingerprint: Fingerprint, id: LocalId | null) {
  const place = { id, parentId: parent.id, name: step.name, kind: 'file' as const };
  return {
    ...agreementOn({ local: place, remote, fingerprint }),
    remoteName: meantName(remote.name, step.aliasOf ?? step.name),
    content: step.content,
    etag: step.etag,
  };
}

function fetched({ trees, tick }: Execution, fetching: Fetching, fingerprint: Fingerprint, bytes: number): StepResult {
  const takenAt = tick();
  const { step, parent } = fetching;
  const known = childNamed(trees, parent.id, step.name);
  const isKnown = known?.fingerprint.identity === fingerprint.identity;
  const id = isKnown ? known.id : null;
  return done(takenAt, {
    local: { id, parentId: parent.id, name: step.name, kind: 'file', fingerprint, sha1: step.content.sha1 },
    agreed: agreement(fetching, fingerprint, id),
    journal: {
      side: 'local',
      itemKind: 'file',
      place: { localId: parent.id, name: step.name },
      from: null,
      bytes,
      before: null,
      after: { itemId: step.itemId, etag: step.etag, sha1: step.content.sha1, sizeBytes: step.content.sizeBytes },
    },
  });
}
