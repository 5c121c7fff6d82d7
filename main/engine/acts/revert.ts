import type { SyncedEntry } from '../model/entry.ts';
import type { LocalId } from '../model/ids.ts';
import type { Problem } from '../model/plan/problem.ts';
import { type Answer, refusedBy } from '../model/refusal.ts';
import type { RootContext } from '../root/root-context.ts';
import type { RootStore } from '../store/root-store.ts';
import type { Reason } from '../store/work/reasons.ts';
import { type Act, acting, changedSince } from './act.ts';
import { comeDownAgain } from './come-down-again.ts';
import { moveHere } from './move-here.ts';
import type { Resolved } from './resolve.ts';
import { giveUpHere } from './trash/give-up-here.ts';

/** Problems whose local change a user may revert: the account lacks the permission (edge case 84). */
const REVERTIBLE: ReadonlySet<Problem['code']> = new Set(['no_permission']);

export const isRevertible = (blocked: Reason | undefined): blocked is Reason =>
  blocked !== undefined && REVERTIBLE.has(blocked.problem.code);

/**
 * Reverts a local change that the service refuses (SPEC P49): an edit goes to the local trash and the service's version comes back, a moved
 * item returns to its place, a deleted one is downloaded again.
 */
export function revertHere(context: RootContext, blocked: Reason, path: string): Promise<Answer<Resolved>> {
  return acting(context, path, async (act) => {
    const answer = await revert(act, blocked, path);
    if (!answer.ok) return answer;
    context.root.clearReason(blocked);
    return { ok: true, value: { batch: act.batch, path } };
  });
}

async function revert(act: Act, blocked: Reason, path: string): Promise<Answer<unknown>> {
  const { root } = act.context;
  const id = blocked.localId ?? (blocked.itemId === null ? undefined : root.syncedByItem(blocked.itemId)?.localId);
  if (id === undefined) return changedSince(path);
  const [local, row] = [root.local(id), root.syncedByLocal(id)];
  if (local === undefined) {
    if (row === undefined) return changedSince(path);
    comeDownAgain(act, { row, path, rule: 'P49' });
    return { ok: true, value: {} };
  }
  const place = row === undefined ? null : placeOf(root, row);
  if (place !== null && (place.parentId !== local.parentId || place.name !== local.name)) {
    return moveBack(act, path, place);
  }
  // Deleted there, as far as is known: an edit would have been uploaded as new, and nothing comes instead.
  const isThere = row !== undefined && root.remote(row.itemId) !== undefined;
  return giveUpHere(act, { local, path, rule: 'P49', row: isThere ? row : undefined });
}

/** `parentId` undefined: the folder is not on this disk. */
type Place = { readonly parentId: LocalId | undefined; readonly name: string };

/** Where the item is on the service, as last agreed on. Null: it is the root. */
function placeOf(root: RootStore, { parentLocalId, localName: name, leftFolder }: SyncedEntry): Place | null {
  if (leftFolder !== undefined) return { parentId: root.syncedByItem(leftFolder)?.localId, name };
  return parentLocalId === null ? null : { parentId: parentLocalId, name };
}

async function moveBack({ context, note }: Act, path: string, place: Place): Promise<Answer<unknown>> {
  const { root } = context;
  const folder = place.parentId === undefined ? null : root.localPath(place.parentId);
  const id = root.localAt(path);
  const local = id === undefined ? undefined : root.local(id);
  if (folder === null) {
    return refusedBy('not_possible', { code: 'folder_not_here', args: { path } });
  }
  if (local === undefined) return changedSince(path);
  const back = folder === '' ? place.name : `${folder}/${place.name}`;
  const outcome = await moveHere(context, { local, from: path, to: back });
  if (outcome === 'taken') return refusedBy('name_taken', { code: 'name_in_use_here', args: { path: back } });
  if (outcome === 'changed') return changedSince(path);
  note({
    kind: 'move-local',
    rule: 'P49',
    side: 'local',
    itemKind: local.kind,
    path: back,
    fromPath: path,
    localId: local.id,
    itemId: root.syncedByLocal(local.id)?.itemId ?? null,
  });
  return { ok: true, value: {} };
}
