/**
 * Compares listings with the local tree and writes the differences, a few entries per transaction. Listings may be compared again when a
 * decision needs one more; decided entries then match. A row that was written since its listing is left to the next one.
 */
import { baseName, parentPath } from '../../model/disk-path.ts';
import { isUntouched, type LocalEntry, sameFingerprint } from '../../model/entry.ts';
import type { FileIdentity, LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import { agrees, claim, isNewFile, isSame } from './claim.ts';
import type { FolderLook, Listed, SyncedStat } from './folder-look.ts';
import {
  childNamed,
  childPath,
  found,
  isMissing,
  isNewer,
  placesOf,
  rowAt,
  type ScanPass,
  type Unfound,
} from './scan-pass.ts';

/** Compares all listings of the portion, parents first. A folder may hold any number of entries, so other work gets turns in between. */
export async function comparePortion(pass: ScanPass): Promise<void> {
  const { store, clock, pace } = pass;
  pass.isAnyMissing = store.missingSinceMs() !== null;
  pass.placed = placedFiles(store);
  const kept = store.keptHere();
  const entries = compareAll(pass);
  while (store.transaction(() => advance(entries, pace.most))) await clock.sleep(0);
  if (store.keptHere() !== kept) listKeptAgain(pass, kept);
}

/** Work that yields before each entry. */
type Entries = Generator<void, void>;

/** Returns whether there is more. */
function advance(entries: Entries, most: number): boolean {
  for (let entry = 0; entry < most; entry++) if (entries.next().done === true) return false;
  return true;
}

function* compareAll(pass: ScanPass): Entries {
  const looks = [...pass.looks.values()].sort((a, b) => depth(a.path) - depth(b.path));
  for (const look of looks) yield* compare(pass, look);
}

/** Kept items moved with a folder, so these listings may leave out what has come to their earlier paths (SPEC P91). */
function listKeptAgain(pass: ScanPass, before: ReadonlySet<string>): void {
  for (const path of before) pass.again.add(parentPath(path));
  for (const look of pass.looks.values()) {
    if (look.kind === 'listed' && look.leftOut.some(({ reason }) => reason === 'rule')) pass.again.add(look.path);
  }
}

function placedFiles(store: ScanPass['store']): ScanPass['placed'] {
  const placed = new Map<FileIdentity, LocalEntry | null>();
  for (const { localId, kind, fingerprint } of store.placing(() => false)) {
    if (fingerprint === null || kind === 'folder') continue;
    const row = localId === null ? undefined : store.local(localId);
    const isReplaced = row !== undefined && row.fingerprint.identity !== fingerprint.identity;
    placed.set(fingerprint.identity, isReplaced ? { ...row, fingerprint, sha1: null } : null);
  }
  return placed;
}

const depth = (path: string): number => (path === '' ? 0 : path.split('/').length);

function* compare(pass: ScanPass, look: FolderLook): Entries {
  switch (look.kind) {
    case 'unreadable':
      return;
    case 'gone':
      if (look.path !== '') askParent(pass, look.path);
      return;
    case 'listed': {
      if (hasKeptHere(pass, look)) {
        pass.again.add(look.path);
        return;
      }
      const folder = resolveFolder(pass, look);
      if (folder === null) return;
      for (const _ of compareListed(pass, look, folder)) {
        yield;
        if (pass.store.local(folder.id) !== undefined) continue;
        // A step removed the folder during a turn of other work.
        pass.again.add(look.path);
        return;
      }
    }
  }
}

/**
 * Whether the listing shows as synced what is kept on this computer only: its folder was found here after the listing, so the path is new
 * (SPEC P91).
 */
function hasKeptHere({ store }: ScanPass, { path, present }: Listed): boolean {
  for (const kept of store.keptHere()) {
    if (parentPath(kept) === path && present.has(baseName(kept))) return true;
  }
  return false;
}

/** The row of the listed folder. Null if the tree has none yet or a different one: its parent decides then. */
function resolveFolder(pass: ScanPass, look: Listed): LocalEntry | null {
  const row = rowAt(pass, look.path);
  if (row === undefined || row.kind !== 'folder') {
    askParent(pass, look.path);
    return null;
  }
  if (row.fingerprint.identity === look.self.fingerprint.identity) return row;
  if (look.path !== '') {
    askParent(pass, look.path);
    return null;
  }
  // The root was copied or restored to this place; its marker identifies it (edge case 71).
  const moved = { ...row, fingerprint: look.self.fingerprint };
  put(pass, moved, look);
  return moved;
}

/** If the parent was listed in this portion, it is listed once more later. */
function askParent(pass: ScanPass, path: string): void {
  const parent = parentPath(path);
  if (pass.looks.has(parent)) pass.again.add(parent);
  else pass.needed.add(parent);
}

function* compareListed(pass: ScanPass, look: Listed, folder: LocalEntry): Entries {
  const rows = rowsByName(pass, look, folder.id);
  const leftOut = new Map(look.leftOut.map(({ name, reason }) => [name, reason]));
  const unresolved: Unresolved[] = [];
  // Compared last: the other names show whether a file was renamed.
  const saved: Unresolved[] = [];
  for (const [name, stat] of look.present) {
    yield;
    const row = rows.get(name);
    if (row !== undefined && isSame(pass, row, stat)) refresh(pass, look, row, stat);
    else if (row !== undefined && isNewFile(pass, stat)) saved.push({ name, stat });
    else unresolved.push({ name, stat });
  }
  for (const [name, row] of rows) {
    if (look.present.has(name)) continue;
    yield;
    const reason = leftOut.get(name);
    // A volume mounted over a folder only hides it, unless it is what was synced (edge case 61). What can't be looked at is still there (73).
    const isHidden = reason === 'mount' && look.mounts.get(name) !== row.fingerprint.identity;
    if (isHidden || reason === 'unreadable') found(pass, row.id);
    else note(pass, reason === undefined ? pass.vanished : pass.released, row, look);
  }
  for (const one of [...unresolved, ...saved]) {
    yield;
    resolve(pass, look, folder.id, one);
  }
  yield* compareLeftOut(pass, look, folder);
}

function* compareLeftOut(pass: ScanPass, { leftOut }: Listed, folder: LocalEntry): Entries {
  const { store } = pass;
  const known = new Map(store.ignoredIn(folder.id).map(({ name, reason }) => [name, reason]));
  for (const one of leftOut) {
    yield;
    if (known.get(one.name) !== one.reason) store.putIgnored(folder.id, one);
    known.delete(one.name);
  }
  for (const name of known.keys()) {
    yield;
    store.removeIgnored(folder.id, name);
    doubtUnder(pass, folder, name);
  }
  // In the transaction of the last removal.
  if (leftOut.length === 0 && known.size > 0) doubtUnsynced(pass, folder);
}

/** The remote item that was blocked because an ignored item had its name here can be downloaded or moved here (SPEC P34). */
function doubtUnder({ store }: ScanPass, folder: LocalEntry, name: string): void {
  const row = store.syncedByLocal(folder.id);
  if (row === undefined) return;
  for (const { id } of store.remoteByKey(row.itemId, nameKey(name))) {
    store.markDirtyItem(id);
    store.markUnsynced(id);
  }
}

/** A folder kept only for its ignored content may be deleted now, and so may its parents (SPEC P86). */
function doubtUnsynced({ store }: ScanPass, folder: LocalEntry): void {
  let at: LocalEntry | undefined = folder;
  while (at !== undefined && store.syncedByLocal(at.id) === undefined) {
    store.markDirtyLocal(at.id);
    at = at.parentId === null ? undefined : store.local(at.parentId);
  }
}

type Unresolved = { readonly name: string; readonly stat: SyncedStat };

/**
 * The rows of a folder by name. Two rows share a name if a record was written during a listing, or if one of them is missing: an earlier
 * holder of the name, or an item a step placed and something replaced. Its own delete or move is still pending.
 */
function rowsByName(pass: ScanPass, look: Listed, folder: LocalId): Map<string, LocalEntry> {
  const { store } = pass;
  const rows = new Map<string, LocalEntry>();
  for (const row of store.localChildren(folder)) {
    if (pass.displaced.has(row.id)) continue;
    const twin = rows.get(row.name);
    const kept = twin === undefined ? row : standing(pass, look, twin, row);
    rows.set(row.name, kept);
    const other = kept === row ? twin : row;
    if (other === undefined || isMissing(pass, other.id)) continue;
    if (store.syncedByLocal(other.id) !== undefined) displace(pass, other, look);
    else store.removeLocal(other.id, look.takenAt);
    pass.changed += 1;
  }
  return rows;
}

/** Of two rows with one name, the one on disk: prefers the row the listing shows, then the one not missing, then the synced one. */
function standing(pass: ScanPass, look: Listed, one: LocalEntry, other: LocalEntry): LocalEntry {
  const stat = look.present.get(one.name);
  const isShown = (row: LocalEntry) => row.kind === stat?.kind && hasIdentity(row, stat);
  if (isShown(one) !== isShown(other)) return isShown(one) ? one : other;
  const isOneMissing = isMissing(pass, one.id);
  if (isOneMissing !== isMissing(pass, other.id)) return isOneMissing ? other : one;
  return pass.store.syncedByLocal(other.id) === undefined ? one : other;
}

const hasIdentity = (row: LocalEntry, { fingerprint }: SyncedStat): boolean =>
  row.fingerprint.identity === fingerprint.identity;

/** The same item under the same name. After any difference it must be hashed again (edge cases 51, 52). */
function refresh(pass: ScanPass, look: Listed, row: LocalEntry, stat: SyncedStat): void {
  found(pass, row.id);
  if (row.kind === 'folder' ? hasIdentity(row, stat) : isUntouched(row.fingerprint, stat.fingerprint)) return;
  if (!isNewer(pass, row.id, look)) becomes(pass, look, row, stat);
}

/** Resolves an item at a name where the tree has nothing, or something else. */
function resolve(pass: ScanPass, look: Listed, folder: LocalId, { name, stat }: Unresolved): void {
  const { store } = pass;
  const claimed = claim(pass, look, folder, name, stat);
  if (claimed.kind === 'undecided') return;
  const row = childNamed(pass, folder, name);
  if (row !== undefined && isNewer(pass, row.id, look)) return;
  if (claimed.kind === 'moved') {
    if (isInside(pass, folder, claimed.row.id)) askParent(pass, look.path);
    else if (row !== undefined && isAtomicSave(pass, row, claimed.row, stat)) {
      store.removeLocal(claimed.row.id, look.takenAt);
      becomes(pass, look, row, stat);
    } else moveHere(pass, look, folder, name, claimed.row, row, stat);
    return;
  }
  if (row !== undefined && isOneItem(pass, look, row, stat)) becomes(pass, look, row, stat);
  else create(pass, look, folder, name, row, stat);
}

/** Moves a row; it and everything below it keep their ids. */
function moveHere(
  pass: ScanPass,
  look: Listed,
  folder: LocalId,
  name: string,
  moved: LocalEntry,
  before: LocalEntry | undefined,
  stat: SyncedStat,
): void {
  if (before !== undefined) displace(pass, before, look);
  found(pass, moved.id);
  // A rename changes only the change time of the file; if nothing else differs, the content is the same.
  const isSameContent = stat.kind === 'file' && sameFingerprint(moved.fingerprint, stat.fingerprint);
  const sha1 = isSameContent ? moved.sha1 : null;
  put(pass, { ...moved, parentId: folder, name, fingerprint: stat.fingerprint, sha1 }, look);
  const isNew = stat.kind === 'folder' && pass.store.syncedByLocal(moved.id) === undefined;
  if (isNew) listBelow(pass, moved.id, childPath(look.path, name));
}

/** A new folder may have moved before its contents were listed. */
function listBelow(pass: ScanPass, folder: LocalId, path: string): void {
  pass.fresh.add(path);
  for (const { id, name, kind } of pass.store.localChildren(folder))
    if (kind === 'folder') listBelow(pass, id, childPath(path, name));
}

/**
 * The same name means the same item: replaced by a new file on save, or a folder deleted and recreated (20, 47, 48). But a folder that Tandem
 * was taking away is gone, and the new one is another: the user did not delete the content of the old one (SPEC P85).
 */
function isOneItem(pass: ScanPass, look: Listed, row: LocalEntry, { kind }: SyncedStat): boolean {
  if (row.kind !== kind || isShownElsewhere(pass, look, row)) return false;
  return kind === 'file' || !pass.store.isTaking(row.id);
}

function becomes(pass: ScanPass, look: Listed, row: LocalEntry, stat: SyncedStat): void {
  found(pass, row.id);
  put(pass, { ...row, fingerprint: stat.fingerprint, sha1: null }, look);
  if (stat.kind === 'folder') pass.fresh.add(childPath(look.path, row.name));
}

function create(
  pass: ScanPass,
  look: Listed,
  folder: LocalId,
  name: string,
  before: LocalEntry | undefined,
  stat: SyncedStat,
): void {
  // A removal here after the listing began may concern this item.
  if (isNewer(pass, folder, look)) return;
  if (before !== undefined) displace(pass, before, look);
  const { kind, fingerprint } = stat;
  put(pass, { id: pass.store.newLocalId(), parentId: folder, name, kind, fingerprint, sha1: null }, look);
  if (kind === 'folder') pass.fresh.add(childPath(look.path, name));
}

function put(pass: ScanPass, entry: LocalEntry, look: Listed): void {
  pass.store.putLocal(entry, look.takenAt);
  pass.changed += 1;
}

function note(pass: ScanPass, where: Map<LocalId, Unfound>, row: LocalEntry, look: Listed): void {
  if (!isNewer(pass, row.id, look)) where.set(row.id, { row, takenAt: look.takenAt });
}

/**
 * Another item has the row's name. The row is marked missing now, not at the end of the pass: a crash or disk error in between would leave
 * two rows with one name and no way to tell which one is on disk (I9).
 */
function displace(pass: ScanPass, row: LocalEntry, look: Listed): void {
  if (isNewer(pass, row.id, look)) return;
  pass.displaced.set(row.id, { row, takenAt: look.takenAt });
  pass.store.markMissing(row.id, look.takenAt, pass.clock.nowMs());
}

/**
 * A program wrote a new file under a temporary name and renamed it over the old one, and a scan saw the temporary name. If that one was
 * already synced, it was a rename of one item onto another instead.
 */
function isAtomicSave(pass: ScanPass, row: LocalEntry, moved: LocalEntry, stat: SyncedStat): boolean {
  return (
    row.kind === 'file' &&
    stat.kind === 'file' &&
    pass.store.syncedByLocal(moved.id) === undefined &&
    placesOf(pass, row.fingerprint.identity).length === 0
  );
}

/** Whether the listings show the row's former item at another place that the tree does not know yet. */
function isShownElsewhere(pass: ScanPass, look: Listed, row: LocalEntry): boolean {
  return placesOf(pass, row.fingerprint.identity).some(({ path, name, stat }) => {
    if ((path === look.path && name === row.name) || !agrees(row, stat)) return false;
    const there = rowAt(pass, childPath(path, name));
    return there?.fingerprint.identity !== row.fingerprint.identity;
  });
}

/** Whether the row would end up below itself. Rows of a portion move one after another, so a temporary cycle is possible. */
function isInside(pass: ScanPass, folder: LocalId, id: LocalId): boolean {
  let at: LocalId | null = folder;
  while (at !== null) {
    if (at === id) return true;
    at = pass.store.local(at)?.parentId ?? null;
  }
  return false;
}
