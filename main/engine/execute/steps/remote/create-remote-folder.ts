import type { RemoteEntry } from '../../../model/entry.ts';
import { sameName } from '../../../model/names/name-key.ts';
import type { Making } from '../../../model/plan/making.ts';
import type { Step } from '../../../model/plan/step.ts';
import { wasNotCarriedOut } from '../../../ports/remote/remote.ts';
import { agreementOn, meantName } from '../../agreement-on.ts';
import type { Execution } from '../../execution.ts';
import { labelOfLocal, linkedItem, standingFolder } from '../../places.ts';
import { problem, refusalProblem } from '../../problems.ts';
import { type Agreement, done, failed, type JournalDraft, type StepResult, stale } from '../../step-result.ts';
import { moveOver } from '../move-over.ts';

type CreateRemoteFolder = Extract<Step, { kind: 'create-remote-folder' }>;

/** Creates a local folder on the service. */
export async function createRemoteFolder(
  execution: Execution,
  step: CreateRemoteFolder,
  signal: AbortSignal,
): Promise<StepResult> {
  const { trees } = execution;
  const local = trees.local(step.localId);
  const parent = linkedItem(trees, local?.parentId ?? null);
  if (local === undefined || parent === null) return stale('its folder is not linked');
  if ((await standingFolder(execution, local.id)) === null) {
    return stale('the folder no longer exists on disk', { localIds: [local.id] });
  }
  const moved = await moveOver(execution, local, { parent, name: step.name }, signal);
  if (moved !== null) return moved;
  if (local.parentId === null) return stale('the root needs no folder');
  const making: Making = {
    localId: local.id,
    parentLocalId: local.parentId,
    localName: placeName(local.name, step.aliasHere ?? step.name),
    fingerprint: local.fingerprint,
    parentId: parent,
    name: step.name,
    atMs: execution.clock.nowMs(),
  };
  const answer = await asked(execution, making, signal);
  if (answer.ok) return done(execution.tick(), { remote: answer.entry, ...madeRemotely(making, answer.entry) });
  switch (answer.reason) {
    case 'taken':
      if (answer.existingKind === 'web_link') {
        return failed(problem('name_conflict', { subject: labelOfLocal(trees, local.id) }));
      }
      // Perhaps ours, from a request whose answer was lost: its intent tells. Another one has become one with it when it is known (SPEC P17).
      return stale('the name is taken', {
        lasting: 'name_conflict',
        itemIds: answer.existing === null ? [parent] : [answer.existing, parent],
      });
    case 'gone':
      return stale('the folder on the service is gone', { itemIds: [parent] });
    case 'changed':
      return stale('the folder on the service changed', { itemIds: [parent] });
    case 'refused':
      return failed(refusalProblem(answer, labelOfLocal(trees, local.id)));
  }
}

/** Notes the folder for the time of the request. One that the service did not create leaves the note of an earlier request, which may be answered yet. */
async function asked(
  { remote, makings }: Execution,
  making: Making,
  signal: AbortSignal,
): ReturnType<Execution['remote']['createFolder']> {
  const { localId, parentId, name } = making;
  const earlier = makings.open(localId);
  const takeBack = (): void => (earlier === undefined ? makings.drop(localId) : makings.note(earlier));
  makings.note(making);
  const answer = await remote.createFolder(parentId, name, signal).catch((error: unknown) => {
    if (wasNotCarriedOut(error)) takeBack();
    throw error;
  });
  if (!answer.ok) takeBack();
  return answer;
}

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
