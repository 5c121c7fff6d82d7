import type { LocalEntry } from '../../model/entry.ts';
import { isReusable, type LocalId } from '../../model/ids.ts';
import type { Listed, SyncedStat } from './folder-look.ts';
import { isNewer, type ScanPass, takeAgain } from './scan-pass.ts';

/** Decides which known row an item at a new name is. `undecided`: another folder must be listed first, or the row was written meanwhile. */
export type Claim = { readonly kind: 'moved'; readonly row: LocalEntry } | { readonly kind: 'none' | 'undecided' };

/**
 * A row with the same identity moved here only if it is certainly gone from its old place: a second hard link of a file is a file of its own
 * (edge case 56). A reusable identity also needs matching content (57). New content of a file that is not recorded yet is that file.
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
    if (standing === 'unknown') isUndecided = true;
    else if (standing === 'no') moved.push(row);
  }
  if (isUndecided) return { kind: 'undecided' };
  const row = moved.find((one) => store.syncedByLocal(one.id) !== undefined) ?? moved[0];
  return row === undefined ? { kind: 'none' } : { kind: 'moved', row };
}

/** Whether the row is still the item at its place in the tree. Requests a listing of its folder if there is none. */
function stillStands(pass: ScanPass, here: Listed, row: LocalEntry, stat: SyncedStat): 'yes' | 'no' | 'unknown' {
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
const isShownAs = ({ store }: ScanPass, row: LocalEntry, shown: SyncedStat | undefined): boolean =>
  shown !== undefined &&
  [row, store.local(row.id)].some((known) => known?.fingerprint.identity === shown.fingerprint.identity);

/**
 * Decides when the old folder is unreadable. An item that can have only one name is here, so it has left the old place; taken for a copy,
 * it would be uploaded as new and the old one deleted. `agrees` has already compared the two, as far as possible for a folder with a
 * reusable identity.
 */
function mayHaveTwoNames({ kind, fingerprint, links }: SyncedStat): boolean {
  return kind === 'folder' ? isReusable(fingerprint.identity) : links > 1;
}

/** Whether the item on disk may be this row under another name. */
export function agrees(row: LocalEntry, stat: SyncedStat): boolean {
  const { identity, sizeBytes, mtimeNs } = stat.fingerprint;
  if (!isReusable(identity)) return true;
  return stat.kind === 'folder' || (row.fingerprint.sizeBytes === sizeBytes && row.fingerprint.mtimeNs === mtimeNs);
}
