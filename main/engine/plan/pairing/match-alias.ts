import type { LocalEntry, RemoteEntry } from '../../model/entry.ts';
import { isAlias } from '../../model/names/alias.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import { aliasNames, isTagged, nameBehind } from '../names/alias-name.ts';
import { diskNameFault } from '../names/names.ts';
import { keepsAlias } from './alias.ts';
import { isFreeLocal, isFreeRemote, matchSlot, type SlotOfFolder } from './match-slot.ts';

/**
 * Pairs items by place through their local alias (SPEC P37): recreated under it, or found again after the state was lost. Only
 * for entries with no partner under their own name. Both sides use the same rules, so they agree.
 */
export function remoteUnderAlias(slot: SlotOfFolder, local: LocalEntry, settings: PlanSettings): RemoteEntry | null {
  const candidates = remotesFor(slot, local, settings);
  return candidates.find((remote) => localFor(slot, remote, settings)?.id === local.id) ?? null;
}

export function localUnderAlias(slot: SlotOfFolder, remote: RemoteEntry, settings: PlanSettings): LocalEntry | null {
  const local = localFor(slot, remote, settings);
  return local !== null && remoteUnderAlias(slot, local, settings)?.id === remote.id ? local : null;
}

function remotesFor(slot: SlotOfFolder, local: LocalEntry, settings: PlanSettings): readonly RemoteEntry[] {
  const { trees, parent } = slot;
  const folder = parent.remote?.id;
  if (folder === undefined || parent.local === null || !isFreeLocal(slot, local)) return [];
  const agreed = [...new Set([parent.local.id, parent.row?.localId ?? parent.local.id])]
    .flatMap((id) => trees.syncedNamed(id, local.name))
    .filter(isAlias)
    .flatMap((row) => slot.remoteOfRow(row) ?? [])
    // Moved away on the service, it is decided on its own.
    .filter((entry) => entry.parentId === folder);
  const name = nameBehind(local.name, settings);
  const read = name === null ? [] : trees.remoteByKey(folder, nameKey(name)).filter((entry) => entry.name === name);
  // Rare: a tag can't be reversed, so compare the tags of all siblings.
  const marked = isTagged(local.name) ? trees.remoteChildren(folder) : [];
  return [...agreed, ...read, ...marked];
}

function localFor(slot: SlotOfFolder, remote: RemoteEntry, settings: PlanSettings): LocalEntry | null {
  const { trees, parent } = slot;
  if (parent.local === null || !isFreeRemote(slot, remote)) return null;
  if (isPaired(slot, remote.name, (pair) => pair.remote.id === remote.id)) return null;
  const folder = parent.local.id;
  for (const name of namesFor(slot, remote, settings)) {
    const local = trees.localByKey(folder, nameKey(name)).find((entry) => entry.name === name);
    if (local === undefined || local.kind !== remote.kind || !isFreeLocal(slot, local)) continue;
    if (slot.rowOfLocal(local) !== null && slot.rowOfRemote(remote) !== null) continue;
    if (!isPaired(slot, name, (pair) => pair.local.id === local.id)) return local;
  }
  return null;
}

function namesFor(slot: SlotOfFolder, remote: RemoteEntry, settings: PlanSettings): readonly string[] {
  const row = slot.rowOfRemote(remote);
  const agreed = row !== null && keepsAlias({ row, local: null, remote }) ? [row.localName] : [];
  // A disk that ignores case may also have refused a name for reasons of its own.
  const mayHaveAlias = !settings.caseSensitive || diskNameFault(remote.name, settings) !== null;
  return mayHaveAlias ? [...agreed, ...aliasNames(remote.name, settings)] : agreed;
}

function isPaired(
  slot: SlotOfFolder,
  name: string,
  is: (pair: ReturnType<typeof matchSlot>[number]) => boolean,
): boolean {
  return matchSlot({ ...slot, key: nameKey(name) }).some(is);
}
