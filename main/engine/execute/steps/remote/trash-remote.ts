import { join } from 'node:path';
import type { SyncedEntry } from '../../../model/entry.ts';
import type { FileIdentity, LocalId } from '../../../model/ids.ts';
import { nameKey } from '../../../model/names/name-key.ts';
import type { Step } from '../../../model/plan/step.ts';
import type { Trashing } from '../../../model/plan/trashing.ts';
import { wasNotCarriedOut } from '../../../ports/remote/remote.ts';
import type { Execution } from '../../execution.ts';
import { absolutePath, labelOfItem } from '../../places.ts';
import { problem, refusalProblem } from '../../problems.ts';
import { done, failed, type Gone, type JournalDraft, type StepResult, stale } from '../../step-result.ts';

type TrashRemote = Extract<Step, { kind: 'trash-remote' }>;

/** Moves an item and its subtree to the service's trash. Checks the disk again first: an absence alone deletes nothing. */
export async function trashRemote(execution: Execution, step: TrashRemote, signal: AbortSignal): Promise<StepResult> {
  const { trees, tick, deletes } = execution;
  const doubt = await lookOnceMore(execution, step);
  if (doubt !== null) return doubt;
  // A folder's etag does not cover its contents: it may hold a file that we have not seen yet. The service compares with this position.
  const position = step.itemKind === 'folder' ? execution.knownTo() : null;
  if (step.itemKind === 'folder' && position === null) return stale('the service is being listed');
  const earlier = deletes.open(step.itemId);
  let sentAt = tick();
  let late: StepResult | null = null;
  let sent: Trashing | null = null;
  const isStillDue = (): boolean => {
    sentAt = tick();
    late = doubtNow(execution, step);
    if (late !== null) return false;
    sent = aboutToTrash(execution, step);
    deletes.note(sent);
    return true;
  };
  /** It was not this request; an earlier one may still take effect. */
  const takeBack = (): void => (earlier === undefined ? deletes.drop(step.itemId) : deletes.note(earlier));
  const target = { id: step.itemId, kind: step.itemKind, ifMatch: step.ifMatch, knownTo: position, isStillDue };
  const answer = await execution.remote.trash(target, signal).catch((error: unknown) => {
    if (wasNotCarriedOut(error)) takeBack();
    throw error;
  });
  if (late !== null) return late;
  if (!answer.ok) {
    switch (answer.reason) {
      case 'changed':
      case 'taken':
        // An earlier request names the same version.
        deletes.drop(step.itemId);
        return stale('the item changed', { itemIds: [step.itemId] });
      case 'refused':
        takeBack();
        return failed(refusalProblem(answer, labelOfItem(trees, step.itemId)));
      case 'gone':
        break;
    }
  }
  // As of the request: an item restored before the answer came was seen later and is not gone.
  const trashed = sent ?? aboutToTrash(execution, step);
  return done(sentAt, { gone: trashedWith(trashed, step.localId), journal: trashedRemotely(trashed, step.localId) });
}

function aboutToTrash(
  { trees, clock }: Execution,
  { localId, itemId, itemKind, ifMatch, subtree }: TrashRemote,
): Trashing {
  const { parentId = null, name = '' } = trees.remote(itemId) ?? {};
  const deletedBefore = [...trees.rowsWithout('remote', localId)];
  return { itemId, kind: itemKind, parentId, name, etag: ifMatch, subtree, deletedBefore, atMs: clock.nowMs() };
}

/** The subtree that is gone with the item; the row of this node is about it. */
export const trashedWith = ({ itemId, deletedBefore }: Trashing, localId: LocalId): Gone => ({
  local: null,
  remote: itemId,
  row: { localId, below: true },
  deletedBefore: new Set(deletedBefore),
});

/** The journal's entry of it. */
export const trashedRemotely = (
  { itemId, kind, parentId, name, etag, subtree }: Trashing,
  localId: LocalId,
): JournalDraft => ({
  side: 'remote',
  itemKind: kind,
  place: parentId === null ? { localId } : { itemId: parentId, name },
  from: null,
  bytes: null,
  before: { itemId, etag, parentId, nodes: subtree },
  after: null,
});

/**
 * The last check before a delete. If the item's parent folder exists, its agreed place must be readable, and empty or taken by something that the
 * plan knew of: a later arrival may be the item, made again (SPEC P11). If the parent is gone too, its own delete handles this.
 */
async function lookOnceMore(execution: Execution, step: TrashRemote): Promise<StepResult | null> {
  const { trees, fileSystem, rootPath } = execution;
  const root = trees.local(trees.rootLocalId);
  const rootStat = await fileSystem.stat(rootPath);
  if (rootStat?.kind !== 'folder' || rootStat.fingerprint.identity !== root?.fingerprint.identity) {
    return stale('the folder of the root does not exist', { localIds: [trees.rootLocalId] });
  }
  const row = trees.syncedByLocal(step.localId);
  if (row === undefined) return stale('it was never agreed on');
  if (row.parentLocalId === null) return stale('the root itself is never deleted');
  const parentPath = absolutePath(execution, row.parentLocalId);
  if (parentPath === null) return null;
  const there = await fileSystem.stat(join(parentPath, row.localName));
  if (there === null || isKnownThere(execution, row.parentLocalId, row, there.fingerprint.identity)) return null;
  return stale('something came to its place', { localIds: [row.parentLocalId] });
}

/** Whether the item at the agreed place was known to the plan: a sibling that took the name, in whatever case, or something ignored. */
function isKnownThere(
  { trees }: Execution,
  folder: LocalId,
  { localName, fingerprint: { identity: agreed } }: SyncedEntry,
  identity: FileIdentity,
): boolean {
  if (identity === agreed) return false;
  const namesakes = trees.localByKey(folder, nameKey(localName));
  return (
    namesakes.some(({ fingerprint }) => fingerprint.identity === identity) ||
    trees.ignoredAt(folder, localName) !== null
  );
}

/**
 * Checks for changes reported since planning, during the last check, or while the request was queued. Nothing is awaited between
 * this and the request.
 */
function doubtNow({ trees, borders }: Execution, step: TrashRemote): StepResult | null {
  const known = trees.remote(step.itemId);
  if (trees.local(step.localId) !== undefined) return stale('the item is on disk again');
  if (known !== undefined && known.etag !== step.ifMatch) return stale('the item changed');
  // A folder's etag does not cover its contents: an item in it may be new, have other content, or have been moved in.
  const staying = trees.itemToStay(step.itemId);
  if (staying !== undefined) {
    return stale(`"${trees.remote(staying)?.name ?? staying}" in it is not one of the deleted items`);
  }
  if (borders?.wentElsewhere(step.localId) !== true) return null;
  return failed(problem('moved_to_other_root', { subject: labelOfItem(trees, step.itemId) }));
}
