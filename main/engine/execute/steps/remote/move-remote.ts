import type { LocalEntry, RemoteEntry, SyncedEntry } from '../../../model/entry.ts';
import type { ItemId } from '../../../model/ids.ts';
import { sameName } from '../../../model/names/name-key.ts';
import type { Moving, PlaceAskedFor } from '../../../model/plan/moving.ts';
import type { Step } from '../../../model/plan/step.ts';
import type { Trees } from '../../../model/tree.ts';
import { wasNotCarriedOut } from '../../../ports/remote/remote.ts';
import { agreementOn, meantName } from '../../agreement-on.ts';
import type { Execution } from '../../execution.ts';
import { labelOfItem, linkedItem, placeOfItem } from '../../places.ts';
import { problem, refusalProblem } from '../../problems.ts';
import { type Agreement, done, failed, type JournalDraft, type StepResult, stale } from '../../step-result.ts';

type MoveRemote = Extract<Step, { kind: 'move-remote' }>;

/** Moves or renames on the service: one request, whatever a folder contains. */
export async function moveRemote(execution: Execution, step: MoveRemote, signal: AbortSignal): Promise<StepResult> {
  const { trees, remote } = execution;
  const before = trees.remote(step.itemId);
  const parent = linkedItem(trees, step.toParentLocalId);
  if (before === undefined) return stale('the item no longer exists on the service');
  if (parent === null) return stale('its new folder is not linked');
  const label = labelOfItem(trees, step.itemId);
  const moving = aboutToMove(execution, step, before, parent);
  const target = { id: step.itemId, kind: before.kind, parentId: parent, name: step.toName, ifMatch: step.ifMatch };
  const answer = await asked(execution, moving, () => remote.move(target, signal));
  if (answer.ok) {
    return done(execution.tick(), { remote: answer.entry, ...movedRemotely(trees, moving, moving.to, answer.entry) });
  }
  switch (answer.reason) {
    case 'taken':
      if (answer.existingKind === 'web_link') return failed(problem('name_conflict', { subject: label }));
      return stale('the name is taken', {
        lasting: 'name_conflict',
        itemIds: answer.existing === null ? [parent] : [answer.existing, parent],
      });
    case 'gone':
      return stale('the item or its new folder is gone', { itemIds: [step.itemId, parent] });
    case 'refused':
      // The folder was moved below itself meanwhile: the next plan sees that and undoes one of the two moves (edge case 11).
      return answer.code === 'cyclic'
        ? stale('the service moved it elsewhere', { itemIds: [step.itemId, parent] })
        : failed(refusalProblem(answer, label));
    case 'changed': {
      // If this was our own move, whose answer was lost (edge case 99), its intent tells.
      const found = await remote.item(step.itemId, before.kind, signal);
      const isGone = found === null;
      return stale(isGone ? 'the item is gone' : 'the item changed', {
        itemIds: [step.itemId],
        found: isGone ? [] : [found],
      });
    }
  }
}

type Answer = Awaited<ReturnType<Execution['remote']['move']>>;

/**
 * Notes the move for the time of the request, beside those that were asked for the same version. One that the service did not carry out leaves
 * only them; `changed` may be the effect of one of all these.
 */
async function asked({ movings }: Execution, moving: Moving, ask: () => Promise<Answer>): Promise<Answer> {
  const { itemId, etag, to } = moving;
  const earlier = movings.open(itemId);
  const takeBack = (): void => (earlier === undefined ? movings.drop(itemId) : movings.note(earlier));
  movings.note({ ...moving, to: [...(earlier?.etag === etag ? earlier.to : []), to] });
  const answer = await ask().catch((error: unknown) => {
    if (wasNotCarriedOut(error)) takeBack();
    throw error;
  });
  if (!answer.ok && answer.reason !== 'changed') takeBack();
  return answer;
}

function aboutToMove({ trees, clock }: Execution, step: MoveRemote, before: RemoteEntry, parentId: ItemId): Moving {
  const { itemId, ifMatch, toName: name, toParentLocalId: parentLocalId } = step;
  const localName = agreedName(trees.local(step.localId), step);
  const from = { parentId: before.parentId, name: before.name };
  return { itemId, etag: ifMatch, from, to: { parentId, name, parentLocalId, localName }, atMs: clock.nowMs() };
}

/**
 * The agreement and the journal's entry about an item that was moved on the service. If the disk differs (a cycle broken through a temporary
 * name, another rename meanwhile), the difference becomes the next move. The agreed content stays: a move is not a version.
 */
export function movedRemotely(
  trees: Pick<Trees, 'local' | 'syncedByItem'>,
  { itemId, etag, from }: Pick<Moving, 'itemId' | 'etag' | 'from'>,
  to: PlaceAskedFor,
  entry: RemoteEntry,
): { readonly agreed: Agreement | null; readonly journal: JournalDraft } {
  const row = trees.syncedByItem(itemId);
  return {
    agreed: row === undefined || trees.local(row.localId) === undefined ? null : movedRow(row, to, entry),
    journal: {
      side: 'remote',
      itemKind: entry.kind,
      place: { localId: to.parentLocalId, name: to.name },
      from: placeOfItem({ id: itemId, ...from }),
      bytes: null,
      before: { itemId, ...from, etag },
      after: { itemId, parentId: entry.parentId, name: entry.name, etag: entry.etag },
    },
  };
}

function movedRow(row: SyncedEntry, to: PlaceAskedFor, entry: RemoteEntry): Agreement {
  const local = { id: row.localId, parentId: to.parentLocalId, name: to.localName, kind: row.kind };
  const agreed = agreementOn({ local, remote: entry, fingerprint: row.fingerprint });
  return { ...agreed, remoteName: meantName(entry.name, to.name), content: row.content };
}

function agreedName(local: LocalEntry | undefined, { toParentLocalId, toName, aliasHere }: MoveRemote): string {
  const meant = aliasHere ?? toName;
  return local?.parentId === toParentLocalId && sameName(local.name, meant) ? local.name : meant;
}
