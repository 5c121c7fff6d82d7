import type { LocalEntry, RemoteEntry } from '../../../model/entry.ts';
import { sameName } from '../../../model/names/name-key.ts';
import type { Step } from '../../../model/plan/step.ts';
import { agreementOn } from '../../agreement-on.ts';
import type { Execution } from '../../execution.ts';
import { labelOfItem, linkedItem, placeOfItem } from '../../places.ts';
import { problem, refusalProblem } from '../../problems.ts';
import { done, failed, type StepResult, stale } from '../../step-result.ts';

type MoveRemote = Extract<Step, { kind: 'move-remote' }>;

/** Moves or renames on the service: one request, whatever a folder contains. */
export async function moveRemote(execution: Execution, step: MoveRemote, signal: AbortSignal): Promise<StepResult> {
  const { trees, remote } = execution;
  const before = trees.remote(step.itemId);
  const parent = linkedItem(trees, step.toParentLocalId);
  if (before === undefined) return stale('the item no longer exists on the service');
  if (parent === null) return stale('its new folder is not linked');
  const label = labelOfItem(trees, step.itemId);
  const target = { id: step.itemId, kind: before.kind, parentId: parent, name: step.toName, ifMatch: step.ifMatch };
  const answer = await remote.move(target, signal);
  if (answer.ok) return moved(execution, step, { before, entry: answer.entry });
  switch (answer.reason) {
    case 'taken':
      if (answer.existingKind === 'web_link') return failed(problem('name_conflict', { subject: label }));
      return stale('the name is taken', { itemIds: answer.existing === null ? [parent] : [answer.existing, parent] });
    case 'gone':
      return stale('the item or its new folder is gone', { itemIds: [step.itemId, parent] });
    case 'refused':
      // The folder was moved below itself meanwhile: the next plan sees that and undoes one of the two moves (edge case 11).
      return answer.code === 'cyclic'
        ? stale('the service moved it elsewhere', { itemIds: [step.itemId, parent] })
        : failed(refusalProblem(answer, label));
    case 'changed': {
      // This may be our own move whose answer was lost (edge case 99).
      const found = await remote.item(step.itemId, before.kind, signal);
      if (found === null) return stale('the item is gone', { itemIds: [step.itemId] });
      if (found.parentId === parent && found.name === step.toName)
        return moved(execution, step, { before, entry: found });
      return stale('the item changed', { itemIds: [step.itemId], found: [found] });
    }
  }
}

type Moved = { readonly before: RemoteEntry; readonly entry: RemoteEntry };

function moved({ trees, tick }: Execution, step: MoveRemote, { before, entry }: Moved): StepResult {
  const takenAt = tick();
  const journal = {
    side: 'remote' as const,
    itemKind: entry.kind,
    place: { localId: step.toParentLocalId, name: step.toName },
    from: placeOfItem(before),
    bytes: null,
    before: { itemId: before.id, parentId: before.parentId, name: before.name, etag: before.etag },
    after: { itemId: entry.id, parentId: entry.parentId, name: entry.name, etag: entry.etag },
  };
  const local = trees.local(step.localId);
  const row = trees.syncedByLocal(step.localId);
  if (local === undefined || row === undefined) return done(takenAt, { remote: entry, journal });
  // Agree on the place now on the service. If the disk differs (a cycle broken through a temporary name, another rename
  // meanwhile), the difference becomes the next move. The agreed content stays: a move is not a version.
  const place = { id: step.localId, parentId: step.toParentLocalId, name: agreedName(local, step), kind: entry.kind };
  return done(takenAt, {
    remote: entry,
    agreed: { ...agreementOn({ local: place, remote: entry, fingerprint: row.fingerprint }), content: row.content },
    journal,
  });
}

function agreedName(local: LocalEntry, { toParentLocalId, toName, aliasHere }: MoveRemote): string {
  const meant = aliasHere ?? toName;
  return local.parentId === toParentLocalId && sameName(local.name, meant) ? local.name : meant;
}
