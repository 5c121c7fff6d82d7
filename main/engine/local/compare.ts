/**
 * Compares looks with the local tree and writes what changed. Synchronous: one portion is one transaction. The same portion
 * may be compared again, when a decision needed one more look: what is decided already is then found in its place.
 */
import { type Fingerprint, type LocalEntry, sameFingerprint } from '../model/entry.ts';
import type { LocalId } from '../model/ids.ts';
import { nameKey } from '../model/name-key.ts';
import { claim } from './claim.ts';
import type { FolderLook, Listed, SyncedStat } from './folder-look.ts';
import {
  childNamed,
  childPath,
  found,
  isNewer,
  parentPath,
  placesOf,
  rowAt,
  type ScanPass,
  type Unfound,
} from './scan-pass.ts';

/** Compares all looks of the portion, parents first. */
export function comparePortion(pass: ScanPass): void {
  pass.missing = new Set(pass.store.missing().map((one) => one.localId));
  const looks = [...pass.looks.values()].sort((a, b) => depth(a.path) - depth(b.path));
  pass.store.transaction(() => {
    for (const look of looks) compare(pass, look);
  });
}

const depth = (path: string): number => (path === '' ? 0 : path.split('/').length);

function compare(pass: ScanPass, look: FolderLook): void {
  switch (look.kind) {
    case 'unreadable':
      return;
    case 'gone':
      if (look.path !== '') askParent(pass, look.path);
      return;
    case 'listed': {
      const folder = resolveFolder(pass, look);
      if (folder !== null) compareListed(pass, look, folder);
    }
  }
}

/** The row of the folder that was listed; null when the tree has none yet, or another one: then its parent tells. */
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
  // The root was copied or restored to this place; its marker has said that it is ours (edge case 71).
  const moved = { ...row, fingerprint: look.self.fingerprint };
  put(pass, moved, look);
  return moved;
}

/** The parent was looked at in this portion already and said what it knows: one more look, later. */
function askParent(pass: ScanPass, path: string): void {
  const parent = parentPath(path);
  if (pass.looks.has(parent)) pass.again.add(parent);
  else pass.needed.add(parent);
}

function compareListed(pass: ScanPass, look: Listed, folder: LocalEntry): void {
  const { store } = pass;
  const rows = rowsByName(pass, look, folder.id);
  const leftOut = new Map(look.leftOut.map(({ name, reason }) => [name, reason]));
  const unresolved: Unresolved[] = [];
  for (const [name, stat] of look.present) {
    const row = rows.get(name);
    if (row !== undefined && isSame(row, stat)) refresh(pass, look, row, stat.fingerprint);
    else unresolved.push({ name, stat });
  }
  for (const [name, row] of rows) {
    if (look.present.has(name)) continue;
    const reason = leftOut.get(name);
    // A volume that was mounted over a folder hides it, no more (edge case 61).
    if (reason === 'mount') found(pass, row.id);
    else note(pass, reason === undefined ? pass.vanished : pass.released, row, look);
  }
  for (const one of unresolved) resolve(pass, look, folder.id, one);
  const known = store.ignoredIn(folder.id);
  const freed = known.filter(({ name }) => !leftOut.has(name));
  for (const { name } of freed) doubtUnder(pass, folder, name);
  if (look.leftOut.length === 0 && freed.length > 0) doubtUnsynced(pass, folder);
  if (known.length > 0 || look.leftOut.length > 0) store.setIgnored(folder.id, look.leftOut);
}

/** What stayed on the service because something that is left out had its place may come now (SPEC P34). */
function doubtUnder({ store }: ScanPass, folder: LocalEntry, name: string): void {
  const row = store.syncedByLocal(folder.id);
  if (row === undefined) return;
  for (const { id } of store.remoteByKey(row.itemId, nameKey(name))) store.markUnsynced(id);
}

/** A folder that is here for the sake of what was ignored in it alone, and those above it, may go now (SPEC P86). */
function doubtUnsynced({ store }: ScanPass, folder: LocalEntry): void {
  let at: LocalEntry | undefined = folder;
  while (at !== undefined && store.syncedByLocal(at.id) === undefined) {
    store.markDirtyLocal(at.id);
    at = at.parentId === null ? undefined : store.local(at.parentId);
  }
}

type Unresolved = { readonly name: string; readonly stat: SyncedStat };

const isSame = (row: LocalEntry, stat: SyncedStat): boolean =>
  row.kind === stat.kind && row.fingerprint.identity === stat.fingerprint.identity;

/**
 * The rows of a folder. Two of one name come from a record that was written while a look was on its way, or one of them is missing:
 * then it stood there before, or was put there by a step and replaced since, and its own delete or move is still to come.
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
    if (other === undefined || pass.missing.has(other.id)) continue;
    if (store.syncedByLocal(other.id) !== undefined) displace(pass, other, look);
    else store.removeLocal(other.id, look.takenAt);
    pass.changed += 1;
  }
  return rows;
}

/** Which of two rows of one name is there: the one that is shown, else the one that is not missing, else the one that is synced. */
function standing(pass: ScanPass, look: Listed, one: LocalEntry, other: LocalEntry): LocalEntry {
  const stat = look.present.get(one.name);
  if (stat !== undefined && isSame(one, stat) !== isSame(other, stat)) return isSame(one, stat) ? one : other;
  if (pass.missing.has(one.id) !== pass.missing.has(other.id)) return pass.missing.has(one.id) ? other : one;
  return pass.store.syncedByLocal(other.id) === undefined ? one : other;
}

/** The same thing at the same name. Any difference means that it must be hashed anew (edge cases 51, 52). */
function refresh(pass: ScanPass, look: Listed, row: LocalEntry, now: Fingerprint): void {
  found(pass, row.id);
  if (row.kind === 'folder') return;
  if (sameFingerprint(row.fingerprint, now) && row.fingerprint.ctimeNs === now.ctimeNs) return;
  if (!isNewer(pass, row.id, look)) put(pass, { ...row, fingerprint: now, sha1: null }, look);
}

/** Something is at a name where the tree has nothing, or something else. */
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
  if (row !== undefined && row.kind === stat.kind && !isShownElsewhere(pass, look, row)) becomes(pass, look, row, stat);
  else create(pass, look, folder, name, row, stat);
}

/** A row that moved: it and all below it stay the same items. */
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
  // A rename alters the change time of the file itself; when nothing else differs the content is the same.
  const isSameContent = stat.kind === 'file' && sameFingerprint(moved.fingerprint, stat.fingerprint);
  const sha1 = isSameContent ? moved.sha1 : null;
  put(pass, { ...moved, parentId: folder, name, fingerprint: stat.fingerprint, sha1 }, look);
}

/** The same name means the same item: saved over by a new file, or a folder that was removed and made again (20, 47, 48). */
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
  // Something was removed here after the look began: it may be this.
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
 * Something else has the name of the row. It is missing from now on and not only when the pass ends: a crash or a failing disk in
 * between would leave two rows at one name, and nothing to tell which of them is there (I9).
 */
function displace(pass: ScanPass, row: LocalEntry, look: Listed): void {
  if (isNewer(pass, row.id, look)) return;
  pass.displaced.set(row.id, { row, takenAt: look.takenAt });
  // Nobody waits for it to come back, so it is missing since ever.
  pass.store.markMissing(row.id, look.takenAt, 0);
}

/**
 * A program wrote a new file under another name and renamed it over the old one; the other name was seen in between. When
 * that one was synced already it was a rename of one item onto another.
 */
function isAtomicSave(pass: ScanPass, row: LocalEntry, moved: LocalEntry, stat: SyncedStat): boolean {
  return (
    row.kind === 'file' &&
    stat.kind === 'file' &&
    pass.store.syncedByLocal(moved.id) === undefined &&
    placesOf(pass, row.fingerprint.identity).length === 0
  );
}

/** Do the looks show what had this name at another place, where the tree does not know it yet? */
function isShownElsewhere(pass: ScanPass, look: Listed, row: LocalEntry): boolean {
  return placesOf(pass, row.fingerprint.identity).some(({ path, name }) => {
    if (path === look.path && name === row.name) return false;
    const there = rowAt(pass, childPath(path, name));
    return there?.fingerprint.identity !== row.fingerprint.identity;
  });
}

/** Would the row lie below itself? Rows of a portion move one after the other, so a ring may stand for a moment. */
function isInside(pass: ScanPass, folder: LocalId, id: LocalId): boolean {
  let at: LocalId | null = folder;
  while (at !== null) {
    if (at === id) return true;
    at = pass.store.local(at)?.parentId ?? null;
  }
  return false;
}
