import { type Fingerprint, isUntouched, type RemoteEntry, type SyncedEntry } from '../../../model/entry.ts';
import type { Step } from '../../../model/plan/step.ts';
import { agreementOn } from '../../agreement-on.ts';
import { awaitedFingerprint, installedFingerprint } from '../../disk/installed.ts';
import type { Execution, KeptCopy } from '../../execution.ts';
import { absolutePath, labelOfLocal } from '../../places.ts';
import { done, type StepResult, stale } from '../../step-result.ts';
import { isStillWanted } from '../../still-wanted.ts';
import { downloadTrouble } from './download-trouble.ts';

type DownloadVersion = Extract<Step, { kind: 'download-version' }>;

/** Replaces the content of a local file if it is still the planned one (edge case 3). */
export async function downloadVersion(
  execution: Execution,
  step: DownloadVersion,
  signal: AbortSignal,
): Promise<StepResult> {
  const { trees, transfers, fileSystem } = execution;
  const remote = trees.remote(step.itemId);
  const path = absolutePath(execution, step.localId);
  if (path === null) return stale('the file is not in the tree');
  if (remote === undefined || !isStillWanted(trees, step)) return stale('the item changed');
  const there = await fileSystem.stat(path);
  if (there === null || there.kind !== 'file') return stale('the file is gone', { localIds: [step.localId] });
  if (!isUntouched(there.fingerprint, step.expect)) return stale('the file changed', { localIds: [step.localId] });
  const label = labelOfLocal(trees, step.localId);
  const copy = copyOfFormer(execution, step);
  const download = transfers.download({
    near: execution.reuse.here(step.content),
    itemId: step.itemId,
    versionId: remote.versionId,
    content: step.content,
    root: execution.rootPath,
    target: async (staged) => {
      await copy.keep();
      const fingerprint = awaitedFingerprint(staged.identity, step.content, remote.contentModifiedAtMs);
      const agreed = agreement(execution, step, remote, fingerprint);
      if (agreed !== null) execution.placing({ ...agreed, stagingName: staged.stagingName });
      return absolutePath(execution, step.localId);
    },
    expect: step.expect,
    contentModifiedAtMs: remote.contentModifiedAtMs,
    label,
    key: `${execution.rootKey}/${step.itemId}`,
    signal,
  });
  const outcome = await download.catch(async (error: unknown) => {
    await copy.dropIfSpare();
    throw error;
  });
  if (outcome.ok) {
    const { stat, path: at, receivedBytes } = outcome;
    const installed = { path: at, fingerprint: stat.fingerprint, content: step.content };
    const fingerprint = await installedFingerprint(execution, installed, remote.contentModifiedAtMs, signal);
    return replaced(execution, step, remote, { fingerprint, bytes: receivedBytes, trash: copy.kept()?.place });
  }
  await copy.kept()?.drop();
  return downloadTrouble(outcome, { label, itemId: step.itemId, look: step.localId, folder: execution.rootPath });
}

/**
 * The file's row may still name the item deleted before this one was created (SPEC P11). Like any deleted item, that one must be
 * restorable from the local trash, so a copy is kept there right before the file is replaced.
 */
function copyOfFormer(execution: Execution, { localId, itemId, expect }: DownloadVersion) {
  let kept: KeptCopy | null = null;
  return {
    keep: async (): Promise<void> => {
      const former = execution.trees.syncedByLocal(localId)?.itemId ?? itemId;
      const path = absolutePath(execution, localId);
      if (former !== itemId && path !== null) kept ??= await execution.keepCopy(path);
    },
    kept: (): KeptCopy | null => kept,
    /** An install that failed late, when its folder was flushed, has replaced the file all the same. */
    dropIfSpare: async (): Promise<void> => {
      const path = absolutePath(execution, localId);
      const stat = kept === null || path === null ? null : await execution.fileSystem.stat(path).catch(() => null);
      if (stat?.kind === 'file' && isUntouched(stat.fingerprint, expect)) await kept?.drop();
    },
  };
}

/** A file recreated here uses its partner's row (SPEC P11). */
const baseOf = (trees: Execution['trees'], { localId, itemId }: DownloadVersion): SyncedEntry | undefined =>
  trees.syncedByLocal(localId) ?? trees.syncedByItem(itemId);

/** The row keeps the agreed place: a new version does not imply a move on either side. Null: the file left the tree. */
function agreement(
  { trees }: Pick<Execution, 'trees'>,
  step: DownloadVersion,
  remote: RemoteEntry,
  fingerprint: Fingerprint,
) {
  const local = trees.local(step.localId);
  const base = baseOf(trees, step);
  const parentId = base?.parentLocalId ?? local?.parentId ?? null;
  if (local === undefined || parentId === null) return null;
  const place = { id: local.id, parentId, name: base?.localName ?? local.name, kind: 'file' as const };
  return {
    ...agreementOn({ local: place, remote, fingerprint }),
    content: step.content,
    etag: step.etag,
    remoteName: base?.remoteName ?? remote.name,
  };
}

/** `trash`: the path of the kept copy of the replaced file. */
type Replaced = {
  readonly fingerprint: Fingerprint;
  readonly bytes: number;
  readonly trash?: string | undefined;
};

function replaced(
  { trees, tick }: Execution,
  step: DownloadVersion,
  remote: RemoteEntry,
  { fingerprint, bytes, trash }: Replaced,
): StepResult {
  const takenAt = tick();
  const local = trees.local(step.localId);
  const agreed = agreement({ trees }, step, remote, fingerprint);
  if (local === undefined || local.parentId === null || agreed === null)
    return stale('the file left the tree', { localIds: [step.localId] });
  const base = baseOf(trees, step);
  return done(takenAt, {
    local: {
      id: local.id,
      parentId: local.parentId,
      name: local.name,
      kind: 'file',
      fingerprint,
      sha1: step.content.sha1,
    },
    agreed,
    journal: {
      side: 'local',
      itemKind: 'file',
      place: { localId: step.localId },
      from: null,
      bytes,
      before: {
        itemId: step.itemId,
        sha1: base?.content?.sha1 ?? null,
        sizeBytes: base?.content?.sizeBytes ?? null,
      },
      after: { itemId: step.itemId, etag: step.etag, sha1: step.content.sha1, sizeBytes: step.content.sizeBytes },
      trashed: trash === undefined ? [] : [{ entry: local, place: trash }],
    },
  });
}
