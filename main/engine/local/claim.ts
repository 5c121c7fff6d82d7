import type { LocalEntry } from '../model/entry.ts';
import { isReusable, type LocalId } from '../model/ids.ts';
import type { Listed, SyncedStat } from './folder-look.ts';
import { isNewer, type ScanPass, takeAgain } from './scan-pass.ts';

/**
 * Which row is this, when the tree has no such thing at this name? `undecided`: a folder must be looked at first, or the row
 * was written meanwhile.
 */
export type Claim = { readonly kind: 'moved'; readonly row: LocalEntry } | { readonly kind: 'none' | 'undecided' };

/**
 * A row of the same identity moved here, if it is certain that it is no longer where it was: a second name of a file that
 * still has its first one is a file of its own (edge case 56). A number that can be reused needs the content to agree (57).
 */
export function claim(pass: ScanPass, look: Listed, folder: LocalId, name: string, stat: SyncedStat): Claim {
  if (pass.isFirst) return { kind: 'none' };
  const { store } = pass;
  const candidates = store
    .localByIdentity(stat.fingerprint.identity)
    .filter((row) => row.parentId !== null && row.kind === stat.kind)
    .filter((row) => row.parentId !== folder || row.name !== name)
    .filter((row) => agrees(row, stat));
  let isUndecided = false;
  const moved: LocalEntry[] = [];
  for (const row of candidates) {
    // A step moved it away while this folder was listed: the listing still shows it.
    const standing = isNewer(pass, row.id, look) ? 'unknown' : stillStands(pass, look, row, stat);
    if (standing === 'unknown') isUndecided = true;
    else if (standing === 'no') moved.push(row);
  }
  if (isUndecided) return { kind: 'undecided' };
  const row = moved.find((one) => store.syncedByLocal(one.id) !== undefined) ?? moved[0];
  return row === undefined ? { kind: 'none' } : { kind: 'moved', row };
}

/** Does the disk still show the row where the tree has it? Asks for a look at its folder when there was none. */
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
    case 'listed':
      if (look.present.get(row.name)?.fingerprint.identity !== row.fingerprint.identity) return 'no';
      // Seen there first and here later: it may have moved in between.
      return look.takenAt > here.takenAt || !takeAgain(pass, path) ? 'yes' : 'unknown';
  }
}

/**
 * The folder that had it keeps its contents to itself at the moment. What can have one name only is here, so it is not there; taken
 * for a copy, it would be sent as new and deleted as the old one. Whether it is the same at all, `agrees` has said, as far as it
 * can be said of a folder whose number may have been used again.
 */
function mayHaveTwoNames({ kind, fingerprint, links }: SyncedStat): boolean {
  return kind === 'folder' ? isReusable(fingerprint.identity) : links > 1;
}

/** May the thing on disk be the one of the row, under another name? */
export function agrees(row: LocalEntry, stat: SyncedStat): boolean {
  const { identity, sizeBytes, mtimeNs } = stat.fingerprint;
  if (!isReusable(identity)) return true;
  return stat.kind === 'folder' || (row.fingerprint.sizeBytes === sizeBytes && row.fingerprint.mtimeNs === mtimeNs);
}
