import { type LocalEntry, sameSizeAndTime } from '../../model/entry.ts';
import { isReusable, type LocalId } from '../../model/ids.ts';
import type { Listed, SyncedStat } from './folder-look.ts';
import { childPath, isNewer, type ScanPass, takeAgain } from './scan-pass.ts';

/** Decides which known row an item at a new name is. `undecided`: another folder must be listed first, or the row was written meanwhile. */
export type Claim = { readonly kind: 'moved'; readonly row: LocalEntry } | { readonly kind: 'none' | 'undecided' };

/**
 * A row with the same identity moved here only if it is certainly gone from its old place: a second hard link of a file is a file of its own
 * (edge case 56). A reusable identity also needs matching content (57, SPEC P94). New content of a file that is not recorded yet is that file.
 */
export function claim(pass: ScanPass, look: Listed, folder: LocalId, name: string, stat: SyncedStat): Claim {
  // One of many hard links rather than a file that was renamed during the pass; each would cost another listing of the folder with the first.
  if (pass.isFirst && stat.kind === 'file' && stat.links > 1) return { kind: 'none' };
  const { store } = pass;
  const known = store.localByIdentity(stat.fingerprint.identity).filter((row) => agrees(row, stat));
  const replaced = pass.placed.get(stat.fingerprint.identity) ?? null;
  const candidates = [...known, ...(replaced === null ? [] : [replaced])]
    .filter((row) => row.parentId !== null && row.kind === stat.kind)
    .filter((row) => row.parentId !== folder || row.name !== name);
  let isUndecided = false;
  const moved: LocalEntry[] = [];
  for (const row of candidates) {
    // A step moved the row while this folder was listed, so the listing is stale.
    const standing = isNewer(pass, row.id, look) ? 'unknown' : stillStands(pass, look, row, stat);
    const isIt = standing === 'no' ? holdsTheSame(pass, row, childPath(look.path, name)) : standing;
    if (standing === 'unknown' || isIt === 'unknown') isUndecided = true;
    else if (standing === 'no' && isIt === 'yes') moved.push(row);
  }
  if (isUndecided) return { kind: 'undecided' };
  const row = moved.find((one) => store.syncedByLocal(one.id) !== undefined) ?? moved[0];
  return row === undefined ? { kind: 'none' } : { kind: 'moved', row };
}

/** `unknown`: a folder has to be listed first; it was requested. */
type Finding = 'yes' | 'no' | 'unknown';

/** Whether the row is still the item at its place in the tree. */
function stillStands(pass: ScanPass, here: Listed, row: LocalEntry, stat: SyncedStat): Finding {
  const path = row.parentId === null ? null : pass.store.localPath(row.parentId);
  if (path === null) return 'no';
  const look = pass.looks.get(path);
  if (look === undefined) {
    pass.needed.add(path);
    return 'unknown';
  }
  switch (look.kind) {
    case 'gone':
      return 'no';
    case 'unreadable':
      return mayHaveTwoNames(stat) ? 'yes' : 'no';
    case 'listed': {
      const shown = look.present.get(row.name);
      // An editor renamed the file to a backup and wrote a new one: its name keeps the item (SPEC P6).
      if (path === here.path && row.kind === 'file' && isNewFile(pass, shown)) return 'yes';
      if (!isShownAs(pass, row, shown)) return 'no';
      // Seen there first and here later: it may have moved in between.
      return look.takenAt > here.takenAt || !takeAgain(pass, path) ? 'yes' : 'unknown';
    }
  }
}

/** Whether the tree knows the file under no name, and no step has put it there. */
export function isNewFile({ store, placed }: ScanPass, shown: SyncedStat | undefined): boolean {
  if (shown?.kind !== 'file' || placed.has(shown.fingerprint.identity)) return false;
  return !store.localByIdentity(shown.fingerprint.identity).some((row) => agrees(row, shown));
}

/** As the row, or as the file that it replaces. */
const isShownAs = (pass: ScanPass, row: LocalEntry, shown: SyncedStat | undefined): boolean =>
  shown !== undefined &&
  [row, pass.store.local(row.id)].some((known) => known !== undefined && isSame(pass, known, shown));

/**
 * Whether the item at the name of a row is the row's. An identity that may be given again says nothing against it: the place decides, for a
 * file together with its size and time (SPEC P94). But a folder that Tandem was taking away is gone, and another identity is another folder.
 */
export function isSame({ store }: ScanPass, row: LocalEntry, stat: SyncedStat): boolean {
  if (row.kind !== stat.kind) return false;
  if (row.fingerprint.identity === stat.fingerprint.identity) return true;
  if (!isReusable(stat.fingerprint.identity)) return false;
  return row.kind === 'folder' ? !store.isTaking(row.id) : sameSizeAndTime(row.fingerprint, stat.fingerprint);
}

/**
 * Whether the contents show that a folder with the identity of the row is the row's: a number that may be given again does not (edge case 57).
 * At least half of the files directly in it are as known; if it had none, this holds for one of its folders. An empty folder proves nothing.
 */
function holdsTheSame(pass: ScanPass, row: LocalEntry, path: string): Finding {
  if (row.kind === 'file' || !isReusable(row.fingerprint.identity)) return 'yes';
  const look = pass.looks.get(path);
  if (look === undefined) {
    pass.needed.add(path);
    return 'unknown';
  }
  if (look.kind !== 'listed') return 'no';
  const known = pass.store.localChildren(row.id);
  const files = known.filter(({ kind }) => kind === 'file');
  if (files.length > 0) {
    const same = files.filter(({ name, fingerprint }) => {
      const shown = look.present.get(name);
      return shown?.kind === 'file' && sameSizeAndTime(fingerprint, shown.fingerprint);
    });
    return same.length * 2 >= files.length ? 'yes' : 'no';
  }
  const findings = known
    .filter(({ name }) => look.present.get(name)?.kind === 'folder')
    .map((folder) => holdsTheSame(pass, folder, childPath(path, folder.name)));
  return (['yes', 'unknown'] as const).find((finding) => findings.includes(finding)) ?? 'no';
}

/**
 * Decides when the old folder is unreadable. An item that can have only one name is here, so it has left the old place; taken for a copy,
 * it would be uploaded as new and the old one deleted. `agrees` has already compared the two, as far as possible for a folder with a
 * reusable identity.
 */
function mayHaveTwoNames({ kind, fingerprint, links }: SyncedStat): boolean {
  return kind === 'folder' ? isReusable(fingerprint.identity) : links > 1;
}

/** Whether the item on disk, which has the identity of the row, may be the row's under another name. */
export const agrees = (row: LocalEntry, { kind, fingerprint }: SyncedStat): boolean =>
  !isReusable(fingerprint.identity) || kind === 'folder' || sameSizeAndTime(row.fingerprint, fingerprint);
