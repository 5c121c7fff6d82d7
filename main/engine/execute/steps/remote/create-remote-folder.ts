import { isAt, type RemoteEntry } from '../../../model/entry.ts';
import type { ItemId } from '../../../model/ids.ts';
import { sameName } from '../../../model/names/name-key.ts';
import type { Making } from '../../../model/plan/making.ts';
import type { Step } from '../../../model/plan/step.ts';
import { agreementOn, meantName } from '../../agreement-on.ts';
import type { Execution } from '../../execution.ts';
import { labelOfLocal, linkedItem, standingFolder } from '../../places.ts';
import { problem, refusalProblem } from '../../problems.ts';
import { type Agreement, done, failed, type JournalDraft, type StepResult, stale } from '../../step-result.ts';
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
  if (local.parentId === null) return stale('the root needs no folder');
  const making = {
    localId: local.id,
    parentLocalId: local.parentId,
    localName: placeName(local.name, step.aliasHere ?? step.name),
    fingerprint: local.fingerprint,
    parentId: parent,
    name: step.name,
  };
  execution.making(making);
  const answer = await remote.createFolder(parent, step.name, signal);
  if (answer.ok) return created(execution, making, answer.entry);
  switch (answer.reason) {
    case 'taken':
      if (answer.existingKind === 'web_link') {
        return failed(problem('name_conflict', { subject: labelOfLocal(trees, local.id) }));
      }
      return adoptExisting(execution, making, answer.existing, signal);
    case 'gone':
      return stale('the folder on the service is gone', { itemIds: [parent] });
    case 'changed':
      return stale('the folder on the service changed', { itemIds: [parent] });
    case 'refused':
      return failed(refusalProblem(answer, labelOfLocal(trees, local.id)));
  }
}

/** Either ours, whose answer was lost, or another user's new folder: folders of the same name merge (27). */
async function adoptExisting(
  execution: Execution,
  making: Making,
  existing: ItemId | null,
  signal: AbortSignal,
): Promise<StepResult> {
  const { localId, parentId: parent, name } = making;
  if (existing === null) return stale('the name is taken', { itemIds: [parent] });
  const found = await execution.remote.item(existing, 'folder', signal);
  if (found === null) return stale('the name is taken by something else', { itemIds: [parent, existing] });
  // A folder that the stream has not reported yet may have been restored or moved in, with contents that only a listing shows. If
  // recorded here, it would no longer count as new, and its contents would never be listed.
  if (execution.trees.remote(existing) === undefined) return stale('the name is taken', { itemIds: [parent] });
  const claimed = execution.trees.syncedByItem(existing);
  const isFree = claimed === undefined || claimed.localId === localId;
  if (isAt(found, { parentId: parent, name }) && isFree) return created(execution, making, found);
  return stale('the name is taken', { itemIds: [parent], found: [found] });
}

const created = ({ tick }: Execution, making: Making, entry: RemoteEntry): StepResult =>
  done(tick(), { remote: entry, ...madeRemotely(making, entry) });

/** The agreement and the journal's entry about a folder that was created on the service. */
export function madeRemotely(
  { localId, parentLocalId, localName, fingerprint, name }: Making,
  entry: Pick<RemoteEntry, 'id' | 'name' | 'etag'>,
): { readonly agreed: Agreement; readonly journal: JournalDraft } {
  const local = { id: localId, parentId: parentLocalId, name: localName, kind: 'folder' as const };
  return {
    agreed: {
      ...agreementOn({ local, remote: { ...entry, content: null }, fingerprint }),
      remoteName: meantName(entry.name, name),
    },
    journal: {
      side: 'remote',
      itemKind: 'folder',
      place: { localId: parentLocalId, name },
      from: null,
      bytes: null,
      before: null,
      after: { itemId: entry.id, etag: entry.etag },
    },
  };
}

/** The name as on disk if only the Unicode form differs (edge case 32), otherwise the name sent. */
function placeName(onDisk: string, sent: string): string {
  return sameName(onDisk, sent) ? onDisk : sent;
}
