import type { LocalEntry, RemoteEntry } from '../model/entry.ts';
import { nameKey } from '../model/names/name-key.ts';
import { type Answer, refusedBy } from '../model/refusal.ts';
import type { RootContext } from '../root/root-context.ts';
import type { RootStore } from '../store/root-store.ts';
import type { Reason } from '../store/work/reasons.ts';
import { type Act, acting, changedSince, refusalOf } from './act.ts';
import { moveHere } from './move-here.ts';
import type { Resolved } from './resolve.ts';

/**
 * Renames an item whose name keeps it from syncing (SPEC P47). It is renamed on the side that has the refused name, as a user would; the
 * next plan brings it to the other side.
 */
export function renameBlocked(
  context: RootContext,
  blocked: Reason,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<Answer<Resolved>> {
  return acting(context, path, async (act) => {
    const { root } = context;
    const local = blocked.localId === null ? undefined : root.local(blocked.localId);
    const remote = blocked.itemId === null ? undefined : root.remote(blocked.itemId);
    const refused = refusedName(blocked);
    const isThere = remote !== undefined && (local === undefined || (refused !== null && local.name !== refused));
    if (isThere) return renameThere(act, remote, path, name);
    return local === undefined ? changedSince(path) : renameHere(act, { local, path, name, blocked });
  });
}

/** The name of another item in the folder that counts as equal to `name`, on either side; null: none is known. */
export function siblingNamed(root: RootStore, { localId, itemId }: Reason, name: string): string | null {
  const local = localId === null ? undefined : root.local(localId);
  const remote = itemId === null ? undefined : root.remote(itemId);
  const [parentHere, parentThere] = [local?.parentId ?? null, remote?.parentId ?? null];
  const folderHere = parentHere ?? (parentThere === null ? null : (root.syncedByItem(parentThere)?.localId ?? null));
  const folderThere = parentThere ?? (parentHere === null ? null : (root.syncedByLocal(parentHere)?.itemId ?? null));
  const key = nameKey(name);
  const here = folderHere === null ? [] : root.localByKey(folderHere, key).filter(({ id }) => id !== localId);
  const there = folderThere === null ? [] : root.remoteByKey(folderThere, key).filter(({ id }) => id !== itemId);
  return here[0]?.name ?? there[0]?.name ?? null;
}

/** The name that one side has and the other refuses. */
function refusedName({ problem: { says } }: Reason): string | null {
  return 'name' in says.args ? says.args.name : null;
}

type Here = { readonly local: LocalEntry; readonly path: string; readonly name: string; readonly blocked: Reason };

async function renameHere(act: Act, { local, path, name, blocked }: Here): Promise<Answer<Resolved>> {
  const to = beside(path, name);
  const outcome = await moveHere(act.context, { local, from: path, to });
  if (outcome === 'taken') return refusedBy('name_taken', { code: 'name_in_use_here', args: { path: to } });
  if (outcome === 'changed') return changedSince(path);
  act.note({
    kind: 'move-local',
    rule: 'P47',
    side: 'local',
    itemKind: local.kind,
    path: to,
    fromPath: path,
    localId: local.id,
    itemId: blocked.itemId,
  });
  return { ok: true, value: { batch: act.batch, path: to } };
}

async function renameThere(act: Act, known: RemoteEntry, path: string, name: string): Promise<Answer<Resolved>> {
  const item = await act.remote.item(known.id, known.kind);
  if (item === null || item.parentId === null || item.name !== known.name) return changedSince(path);
  const answer = await act.remote.move({
    id: item.id,
    kind: item.kind,
    parentId: item.parentId,
    name,
    ifMatch: item.etag,
  });
  if (!answer.ok) return refusalOf(answer, path);
  const { entry } = answer;
  act.note({
    kind: 'move-remote',
    rule: 'P47',
    side: 'remote',
    itemKind: item.kind,
    path: beside(path, name),
    fromPath: path,
    itemId: item.id,
    before: { itemId: item.id, parentId: item.parentId, name: item.name, etag: item.etag },
    after: { itemId: entry.id, parentId: entry.parentId, name: entry.name, etag: entry.etag },
  });
  return { ok: true, value: { batch: act.batch, path: beside(path, name) } };
}

const beside = (path: string, name: string): string => `${path.slice(0, path.lastIndexOf('/') + 1)}${name}`;
