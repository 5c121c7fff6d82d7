import { createHash } from 'node:crypto';
import { leftOver } from '../../../main/engine/left-over.ts';
import { type Content, type SyncedEntry, sameContent } from '../../../main/engine/model/entry.ts';
import type { FileIdentity, ItemId, LocalId } from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/name-key.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import type { Violation } from '../invariants.ts';
import { ROOT } from '../world/device.ts';
import type { Chronicle } from './chronicle.ts';
import { isLeftAlone, type LeftOut, leaves } from './left-out.ts';
import type { DiskNode, View } from './view.ts';

/** What a delete is judged by. `looked`: when the engine last looked at a path of this disk, as of `Chronicle.tick`. */
export type Court = {
  readonly device: string;
  readonly view: View;
  readonly chronicle: Chronicle;
  readonly store: RootStore;
  readonly lookedAt: (path: string) => number;
} & LeftOut;

export const sha1Of = (content: string): string => createHash('sha1').update(content).digest('hex');

/**
 * I3, to the service: everything that the request takes along by what this device knows at that moment was deleted by its person
 * here, and is there as it was agreed on. What the service holds and the device was never told of goes to the trash with it:
 * no request can exclude that, and everything in the trash can be read (I2).
 */
export function judgeTrashRemote(court: Court, top: ItemId): readonly Violation[] {
  const { store, device } = court;
  const found: Violation[] = [];
  for (const id of itemsFrom(store, top)) {
    const why = unjustRemote(court, id);
    if (why !== null) found.push({ rule: 'I3', what: `${device} trashes item ${top}, and with it ${id}: ${why}` });
  }
  return found;
}

function* itemsFrom(store: RootStore, top: ItemId): Iterable<ItemId> {
  yield top;
  for (const child of store.remoteChildren(top)) yield* itemsFrom(store, child.id);
}

function unjustRemote(court: Court, id: ItemId): string | null {
  const { store, chronicle, device } = court;
  const row = store.syncedByItem(id);
  if (row === undefined) return 'it was never here';
  const known = store.remote(id);
  const isEdited = known?.kind === 'file' && known.content?.sha1 !== row.content?.sha1;
  if (isEdited) return 'its content there is newer than the one that was deleted';
  const { identity } = row.fingerprint;
  if (chronicle.deletedOn(device).has(identity)) return null;
  if (isInFolderRuledOut(court, identity)) return null;
  const livesOn = chronicle.movedOverOn(device).has(identity) && isElsewhere(store, identity, row);
  return livesOn ? null : `nobody deleted "${row.localName}" there`;
}

/** What its person moved into a folder that a rule leaves out is gone as if it had left the root (SPEC P69). */
function isInFolderRuledOut({ view, device, ruledOut }: Court, identity: FileIdentity): boolean {
  const path = view.disk(device).find((node) => node.identity === identity)?.path ?? '';
  return path
    .split('/')
    .slice(0, -1)
    .some((name) => ruledOut.has(nameKey(name)));
}

/** A file that was put in the place of another one lives on as the new content of that one (edge case 47), which may still go up. */
const isElsewhere = (store: RootStore, identity: FileIdentity, row: SyncedEntry): boolean =>
  store.localByIdentity(identity).some((node) => node.id !== row.localId);

/**
 * I3, to this disk: every single thing that goes to the local trash was taken away on the service, and is as it was agreed on;
 * but for what a person did to it after the last look, which no call of a file system can exclude.
 */
export function judgeTrashLocal(court: Court, path: string): readonly Violation[] {
  const { view, device } = court;
  const below = path.slice(ROOT.length + 1);
  return view
    .disk(device)
    .filter((node) => node.path === below || node.path.startsWith(`${below}/`))
    .flatMap((node) => {
      const why = unjustLocal(court, node);
      return why === null ? [] : [{ rule: 'I3', what: `${device} trashes ${below}, and with it ${node.path}: ${why}` }];
    });
}

function unjustLocal(court: Court, node: DiskNode): string | null {
  const { store, view, chronicle, device, lookedAt } = court;
  const slash = node.path.lastIndexOf('/');
  const lastLook = Math.max(lookedAt(node.path), lookedAt(slash < 0 ? '' : node.path.slice(0, slash)));
  if ((chronicle.touchedAt(device, node.identity) ?? 0) > lastLook) return null;
  const id: LocalId | undefined = store.localAt(node.path);
  if (id === undefined) return 'it was never observed';
  const row = store.syncedByLocal(id);
  if (row === undefined) return isToLeave(court, node, id) ? null : 'it was never agreed on';
  const isEdited = node.content !== null && sha1Of(node.content) !== row.content?.sha1;
  if (isEdited) return 'it was changed here since';
  return view.wasRemoved(row.itemId) || leaves(store, row.itemId, court) ? null : 'nobody deleted it on the service';
}

/** A folder that was never agreed on, and that holds nothing (SPEC P68, P86). */
const isToLeave = ({ store, leftOut }: Court, node: DiskNode, id: LocalId): boolean =>
  node.content === null && (leftOver(store, id)?.is === 'goes' || isLeftAlone(store, id, leftOut));

/**
 * I2: a version may only take the place of one that the device knew: the other would be buried in the history without anybody having
 * looked at it. Of an item that took the place of a deleted one, the bytes count (SPEC P11).
 */
export function judgeReplace({ store, device }: Court, id: ItemId, replaced: Content): readonly Violation[] {
  if (sameContent(store.syncedByItem(id)?.content ?? null, replaced)) return [];
  if (store.syncedByItem(id) === undefined && isAgreedOn(store, store.rootLocalId, replaced)) return [];
  return [{ rule: 'I2', what: `${device} replaced a version of item ${id} that it had never seen` }];
}

const isAgreedOn = (store: RootStore, folder: LocalId, content: Content): boolean =>
  store
    .syncedChildren(folder)
    .some((row) => sameContent(row.content, content) || isAgreedOn(store, row.localId, content));
