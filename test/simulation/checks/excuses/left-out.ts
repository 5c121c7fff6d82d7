import type { FileIdentity, ItemId, LocalId } from '../../../../main/engine/model/ids.ts';
import { nameInMotion } from '../../../../main/engine/model/names/in-motion.ts';
import { nameKey } from '../../../../main/engine/model/names/name-key.ts';
import { aliasNames } from '../../../../main/engine/plan/names/alias-name.ts';
import type { RootStore } from '../../../../main/engine/store/root-store.ts';
import { planSettings } from '../../../support/engine/trees.ts';
import { nameOf } from '../watching/chronicle.ts';
import type { View } from '../watching/view.ts';

/** Items that a person wants on one side only. */
export type LeftOut = {
  /** Keys of names that a person's ignore rule has ever left out on this device. */
  readonly ruledOut: ReadonlySet<string>;
  /** Folders that a person has ever deselected. */
  readonly leftOut: ReadonlySet<ItemId>;
};

type UnsentCourt = Pick<LeftOut, 'ruledOut'> & {
  readonly device: string;
  readonly view: View;
  readonly leftUnsent: Set<FileIdentity>;
};

/** Notes the files that have an ignored name now and were never agreed on: one that is being sent counts as deleted once it was (SPEC P69). */
export function noteLeftUnsent(court: UnsentCourt | undefined, root: RootStore | undefined): void {
  if (court === undefined || root === undefined) return;
  for (const { path, identity } of court.view.disk(court.device)) {
    const isAgreed = root.localByIdentity(identity).some(({ id }) => root.syncedByLocal(id) !== undefined);
    if (!isAgreed && court.ruledOut.has(nameKey(nameOf(path)))) court.leftUnsent.add(identity);
  }
}

/** True if the item or a folder above it is deselected. */
export function isDeselected(root: RootStore, id: ItemId, leftOut: ReadonlySet<ItemId>): boolean {
  for (let at = root.remote(id); at !== undefined; at = at.parentId === null ? undefined : root.remote(at.parentId))
    if (leftOut.has(at.id)) return true;
  return false;
}

/**
 * True if the item must leave: it or a folder above it got a name on the service, or is on its way to one (SPEC P22), that is ignored on this device, or the folder is deselected (SPEC
 * P66, P69).
 */
export function leaves(root: RootStore, id: ItemId, { ruledOut, leftOut }: LeftOut): boolean {
  const isRuledOut = root
    .remotePath(id)
    ?.split('/')
    .some((name) => ruledOut.has(nameKey(nameInMotion(name))));
  return isRuledOut === true || isDeselected(root, id, leftOut);
}

/**
 * An empty folder in place of a left-out folder, or inside such a one: there is nothing to sync in it (SPEC P68), and it leaves together with a
 * left-out folder above it.
 */
export function isLeftAlone(root: RootStore, id: LocalId, leftOut: ReadonlySet<ItemId>): boolean {
  if (!holdsFoldersOnly(root, id)) return false;
  const names: string[] = [];
  let at = root.local(id);
  for (; at !== undefined && root.syncedByLocal(at.id) === undefined; at = root.local(at.parentId ?? root.rootLocalId))
    names.unshift(at.name);
  let there = at === undefined ? undefined : root.syncedByLocal(at.id)?.itemId;
  for (const name of names) {
    there = there === undefined ? undefined : itemUnder(root, there, name);
    if (there !== undefined && root.isExcluded(there) && isDeselected(root, there, leftOut)) return true;
  }
  return false;
}

/** Under this name or, if its own is too long for a disk, under this alias (SPEC P37). */
const itemUnder = (root: RootStore, folder: ItemId, name: string): ItemId | undefined =>
  (
    root.remoteByKey(folder, nameKey(name))[0] ??
    root.remoteChildren(folder).find((child) => aliasNames(child.name, LINUX).includes(name))
  )?.id;

const LINUX = planSettings();

const holdsFoldersOnly = (root: RootStore, id: LocalId): boolean =>
  root.local(id)?.kind === 'folder' && root.localChildren(id).every((child) => holdsFoldersOnly(root, child.id));
