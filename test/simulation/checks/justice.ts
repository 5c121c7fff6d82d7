import { createHash } from 'node:crypto';
import { type Content, type SyncedEntry, sameContent } from '../../../main/engine/model/entry.ts';
import type { FileIdentity, ItemId, LocalId } from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/names/name-key.ts';
import { leftOver } from '../../../main/engine/plan/scope/left-over.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import type { Violation } from '../invariants.ts';
import { ROOT } from '../world/device/device.ts';
import { isLeftAlone, type LeftOut, leaves } from './excuses/left-out.ts';
import type { Chronicle } from './watching/chronicle.ts';
import { type DiskNode, localIdAt, type View } from './watching/view.ts';

/** Facts for judging a delete. `lookedAt`: when the engine last looked at a path of this disk, in ticks of `Chronicle.tick`; with a slash at its end, at what the folder holds. */
export type Court = {
  readonly device: string;
  readonly view: View;
  readonly chronicle: Chronicle;
  readonly store: RootStore;
  readonly lookedAt: (path: string) => number;
  /** Files that got an ignored name before they were agreed on. */
  readonly leftUnsent: Set<FileIdentity>;
  /** What a call to the disk was made on, by its path: news and rules that arrive during a call come too late for it. */
  readonly leaving: ReadonlyMap<string, Leaving>;
} & LeftOut;

/** The agreements of the nodes at and below a path, and those of their items that had to leave. */
export type Leaving = {
  readonly rows: ReadonlyMap<FileIdentity, SyncedEntry>;
  readonly items: ReadonlySet<ItemId>;
};

export const sha1Of = (content: string): string => createHash('sha1').update(content).digest('hex');

/**
 * I3 for the service: everything that the request deletes, as far as this device knows, was deleted here by its person and is unchanged since it
 * was synced. Items on the service that the device does not know of go to the trash as well: no request can exclude that, and everything in the
 * trash stays readable (I2).
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
  if (isInFolderRuledOut(court, identity) || isLeftUnsent(court, identity)) return null;
  const successor = chronicle.successorOn(device, identity);
  const isGone = successor !== undefined && chronicle.deletedOn(device).has(successor);
  const livesOn = (isGone || chronicle.movedOverOn(device).has(identity)) && isElsewhere(store, identity, row);
  return livesOn ? null : `no person deleted "${row.localName}" there`;
}

/** An item that its person moved into an ignored folder counts as moved out of the root (SPEC P69). */
const isInFolderRuledOut = (court: Court, identity: FileIdentity): boolean =>
  namesOf(court, identity)
    .slice(0, -1)
    .some((name) => court.ruledOut.has(nameKey(name)));

/** A file that got an ignored name while it was first sent counts as deleted, as long as it has such a name (SPEC P69). */
const isLeftUnsent = (court: Court, identity: FileIdentity): boolean =>
  court.leftUnsent.has(identity) && court.ruledOut.has(nameKey(namesOf(court, identity).at(-1) ?? ''));

const namesOf = ({ view, device }: Court, identity: FileIdentity): readonly string[] =>
  (view.disk(device).find((node) => node.identity === identity)?.path ?? '').split('/');

/**
 * A file put in the place of another lives on as that one's new content (edge case 47), which may not be uploaded yet. A file that an editor
 * kept as a backup lives on as an item of its own, while its item went on with the file that took its name.
 */
const isElsewhere = (store: RootStore, identity: FileIdentity, row: SyncedEntry): boolean =>
  store.localByIdentity(identity).some((node) => node.id !== row.localId);

/**
 * I3 for this disk: every item that goes to the local trash was deleted on the service and is unchanged since it was synced. Changes that a person
 * made after the last look are excepted: no file system call can exclude them.
 */
export function judgeTrashLocal(court: Court, path: string): readonly Violation[] {
  const { view, device } = court;
  const below = path.slice(ROOT.length + 1);
  return view
    .disk(device)
    .filter((node) => node.path === below || node.path.startsWith(`${below}/`))
    .flatMap((node) => {
      const why = unjustLocal(court, node, path);
      return why === null ? [] : [{ rule: 'I3', what: `${device} trashes ${below}, and with it ${node.path}: ${why}` }];
    });
}

/** The nodes at and below a path of this disk, as they are agreed on now. */
export function leavingNow({ view, device, store, ...left }: Omit<Court, 'leaving'>, path: string): Leaving {
  const below = path.slice(ROOT.length + 1);
  const rows = new Map<FileIdentity, SyncedEntry>();
  for (const node of view.disk(device)) {
    if (node.path !== below && !node.path.startsWith(`${below}/`)) continue;
    const id = localIdAt(store, [node], node.path);
    const row = id === undefined ? undefined : store.syncedByLocal(id);
    if (row !== undefined) rows.set(node.identity, row);
  }
  const items = [...rows.values()].map(({ itemId }) => itemId).filter((id) => leaves(store, id, left));
  return { rows, items: new Set(items) };
}

function unjustLocal(court: Court, node: DiskNode, path: string): string | null {
  const { store, view, chronicle, device, lookedAt } = court;
  const folder = node.path.slice(0, node.path.lastIndexOf('/') + 1) || '/';
  const lastLook = Math.max(lookedAt(node.path), lookedAt(`${node.path}/`), lookedAt(folder));
  if ((chronicle.touchedAt(device, node.identity) ?? 0) > lastLook) return null;
  const id = localIdAt(store, [node], node.path);
  const called = court.leaving.get(path);
  const row = id === undefined ? called?.rows.get(node.identity) : store.syncedByLocal(id);
  if (id === undefined && row === undefined) return 'it was never observed';
  if (row === undefined) return id !== undefined && isToLeave(court, node, id) ? null : 'it was never agreed on';
  const isEdited = node.content !== null && sha1Of(node.content) !== row.content?.sha1;
  if (isEdited) return 'it was changed here since';
  const isLeaving = called?.items.has(row.itemId) === true || leaves(store, row.itemId, court);
  if (isLeaving) return null;
  if (store.remote(row.itemId) !== undefined) return 'the device knows that it is on the service';
  return view.wasRemoved(row.itemId) ? null : 'no person deleted it on the service';
}

/** An empty folder that was never synced (SPEC P68, P86). */
const isToLeave = ({ store, leftOut }: Court, node: DiskNode, id: LocalId): boolean =>
  node.content === null && (leftOver(store, id)?.is === 'goes' || isLeftAlone(store, id, leftOut));

/** The contents of files that a device has agreed on, by item. */
export type Agreed = ReadonlyMap<ItemId, Content>;

export const agreedIn = (store: RootStore): Agreed => new Map(contentsBelow(store, store.rootLocalId));

const contentsBelow = (store: RootStore, folder: LocalId): readonly (readonly [ItemId, Content])[] =>
  store
    .syncedChildren(folder)
    .flatMap(({ itemId, localId, content }) =>
      content === null ? contentsBelow(store, localId) : [[itemId, content] as const],
    );

/**
 * I2: a version may only replace one that the device knew when it sent its own. Otherwise the unknown version would be buried in the history unseen.
 * For an item that took a deleted one's place, the bytes count (SPEC P11). An ignore rule ends agreements at once, even while a version is sent.
 */
export function judgeReplace(
  { device, view, ruledOut }: Pick<Court, 'device' | 'view' | 'ruledOut'>,
  agreed: Agreed,
  id: ItemId,
  replaced: Content,
): readonly Violation[] {
  const known = agreed.get(id);
  const path = view.service().find((node) => node.id === id)?.path ?? '';
  if (known === undefined && path.split('/').some((name) => ruledOut.has(nameKey(name)))) return [];
  const candidates = known === undefined ? [...agreed.values()] : [known];
  if (candidates.some((content) => sameContent(content, replaced))) return [];
  return [{ rule: 'I2', what: `${device} replaced a version of item ${id} that it had never seen` }];
}
