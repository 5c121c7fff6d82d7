import { isAt, type LocalEntry, type RemoteEntry } from '../../../model/entry.ts';
import type { ItemId } from '../../../model/ids.ts';
import { sameName } from '../../../model/names/name-key.ts';
import type { Step } from '../../../model/plan/step.ts';
import { agreementOn } from '../../agreement-on.ts';
import type { Execution } from '../../execution.ts';
import { labelOfLocal, linkedItem, standingFolder } from '../../places.ts';
import { problem, refusalProblem } from '../../problems.ts';
import { done, failed, type StepResult, stale } from '../../step-result.ts';
import { moveOver } from '../move-over.ts';

type CreateRemoteFolder = Extract<Step, { kind: 'create-remote-folder' }>;

/** Creates a local folder on the service. If the name is `taken` by an unclaimed folder, adopts that one. */
export async function createRemoteFolder(
  execution: Execution,
  step: CreateRemoteFolder,
  signal: AbortSignal,
): Promise<StepResult> {
  const { trees, remote } = execution;
  const local = trees.local(step.localId);
  const parent = linkedItem(trees, local?.parentId ?? null);
  if (local === undefined || parent === null) return stale('its folder is not linked');
  if ((await standingFolder(execution, local.id)) === null) {
    return stale('the folder no longer exists on disk', { localIds: [local.id] });
  }
  const moved = await moveOver(execution, local, { parent, name: step.name }, signal);
  if (moved !== null) return moved;
  const answer = await remote.createFolder(parent, step.name, signal);
  if (answer.ok) return created(execution, step, local, answer.entry);
  switch (answer.reason) {
    case 'taken':
      if (answer.existingKind === 'web_link') {
        return failed(problem('name_conflict', { subject: labelOfLocal(trees, local.id) }));
      }
      return adoptExisting(execution, step, { local, parent, existing: answer.existing }, signal);
    case 'gone':
      return stale('the folder on the service is gone', { itemIds: [parent] });
    case 'changed':
      return stale('the folder on the service changed', { itemIds: [parent] });
    case 'refused':
      return failed(refusalProblem(answer, labelOfLocal(trees, local.id)));
  }
}

/** Either ours from a run that crashed before recording it, or another user's new folder: folders of the same name merge (27). */
async function adoptExisting(
  execution: Execution,
  step: CreateRemoteFolder,
  { local, parent, existing }: { local: LocalEntry; parent: ItemId; existing: ItemId | null },
  signal: AbortSignal,
): Promise<StepResult> {
  if (existing === null) return stale('the name is taken', { itemIds: [parent] });
  const found = await execution.remote.item(existing, 'folder', signal);
  if (found === null) return stale('the name is taken by something else', { itemIds: [parent, existing] });
  // A folder that the stream has not reported yet may have been restored or moved in, with contents that only a listing shows. If
  // recorded here, it would no longer count as new, and its contents would never be listed.
  if (execution.trees.remote(existing) === undefined) return stale('the name is taken', { itemIds: [parent] });
  const claimed = execution.trees.syncedByItem(existing);
  const isFree = claimed === undefined || claimed.localId === local.id;
  if (isAt(found, { parentId: parent, name: step.name }) && isFree) {
    return created(execution, step, local, found);
  }
  return stale('the name is taken', { itemIds: [parent], found: [found] });
}

function created({ tick }: Execution, step: CreateRemoteFolder, local: LocalEntry, entry: RemoteEntry): StepResult {
  if (local.parentId === null) return stale('the root needs no folder');
  const place = {
    id: local.id,
    parentId: local.parentId,
    name: placeName(local.name, step.aliasHere ?? step.name),
    kind: 'folder' as const,
  };
  return done(tick(), {
    remote: entry,
    agreed: agreementOn({ local: place, remote: entry, fingerprint: local.fingerprint }),
    journal: {
      side: 'remote',
      itemKind: 'folder',
      place: { localId: local.parentId, name: step.name },
      from: null,
      bytes: null,
      before: null,
      after: { itemId: entry.id, etag: entry.etag },
    },
  });
}

/** The name as on disk if only the Unicode form differs (edge case 32), otherwise the name sent. */
function placeName(onDisk: string, sent: string): string {
  return sameName(onDisk, sent) ? onDisk : sent;
}
