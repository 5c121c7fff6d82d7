import type { LocalEntry } from '../model/entry.ts';
import type { FileIdentity, LocalId } from '../model/ids.ts';
import { nameKey } from '../model/name-key.ts';
import type { RootStore } from '../store/root-store.ts';
import type { FolderLook, Listed, SyncedStat, Unreadable } from './folder-look.ts';

/**
 * One pass over some folders or all of them. Looks are compared with the tree in any number of portions; what is not where
 * it was is only noted, since another folder may show it, and decided when the pass ends.
 */
export type ScanPass = {
  readonly store: RootStore;
  /** Nothing was known before: nothing can have moved. */
  readonly isFirst: boolean;
  /** The looks of this portion, and those that a decision needed besides. */
  readonly looks: Map<string, FolderLook>;
  /** Where the looks show an identity; null until a decision asks, which in most portions none does. */
  shown: Map<FileIdentity, Place[]> | null;
  /** Rows that their folder no longer shows. */
  readonly vanished: Map<LocalId, Unfound>;
  /** Rows whose name something else has now. */
  readonly displaced: Map<LocalId, Unfound>;
  /** Rows whose name is left out now: no longer synced, nothing is deleted anywhere (edge cases 58, 78). */
  readonly released: Map<LocalId, Unfound>;
  /** All that the looks of the pass have shown under names that a rule leaves out. */
  readonly ruledOut: Map<FileIdentity, SyncedStat>;
  /** Rows that were missing when the portion began. */
  missing: ReadonlySet<LocalId>;
  /** Folders that must be looked at before a decision; the portion is then compared once more. */
  readonly needed: Set<string>;
  /** Folders of the portion that were looked at a second time for a decision. */
  readonly twice: Set<string>;
  /** Folders that changed under our eyes, or were written meanwhile: to be looked at again. */
  readonly again: Set<string>;
  /** Folders that are new, with contents that nobody looked at yet. */
  readonly fresh: Set<string>;
  readonly unreadable: Map<string, Unreadable>;
  /** Everything was looked at, so what was not shown is nowhere (that can be read). */
  isWhole: boolean;
  changed: number;
};

export type Place = { readonly path: string; readonly name: string };

/** A row that was not found where it stood, and the logical time of the look. */
export type Unfound = { readonly row: LocalEntry; readonly takenAt: number };

export function createScanPass(store: RootStore): ScanPass {
  return {
    store,
    isFirst: store.localChildren(store.rootLocalId).length === 0,
    looks: new Map(),
    shown: null,
    vanished: new Map(),
    displaced: new Map(),
    released: new Map(),
    ruledOut: new Map(),
    missing: new Set(),
    needed: new Set(),
    twice: new Set(),
    again: new Set(),
    fresh: new Set(),
    unreadable: new Map(),
    isWhole: false,
    changed: 0,
  };
}

/** Adds a look to the portion. */
export function addLook(pass: ScanPass, look: FolderLook): void {
  pass.looks.set(look.path, look);
  if (look.kind === 'unreadable') pass.unreadable.set(look.path, look);
  if (look.kind !== 'listed') return;
  for (const stat of look.ruledOut) pass.ruledOut.set(stat.fingerprint.identity, stat);
  if (pass.shown !== null) show(pass.shown, look);
}

/** Where the looks of this portion show an identity. */
export function placesOf(pass: ScanPass, identity: FileIdentity): readonly Place[] {
  if (pass.shown === null) {
    pass.shown = new Map();
    for (const look of pass.looks.values()) if (look.kind === 'listed') show(pass.shown, look);
  }
  return pass.shown.get(identity) ?? [];
}

function show(shown: Map<FileIdentity, Place[]>, look: Listed): void {
  for (const [name, stat] of look.present) {
    const places = shown.get(stat.fingerprint.identity);
    if (places === undefined) shown.set(stat.fingerprint.identity, [{ path: look.path, name }]);
    else places.push({ path: look.path, name });
  }
}

/** Drops a look that may be too old for a decision, so that it is taken once more. False: it was, in this portion. */
export function takeAgain(pass: ScanPass, path: string): boolean {
  if (pass.twice.has(path)) return false;
  pass.twice.add(path);
  pass.needed.add(path);
  pass.looks.delete(path);
  for (const [identity, places] of pass.shown ?? []) {
    const others = places.filter((place) => place.path !== path);
    if (others.length === 0) pass.shown?.delete(identity);
    else pass.shown?.set(identity, others);
  }
  return true;
}

/** Forgets the looks; what they left undecided stays. */
export function endPortion(pass: ScanPass): void {
  pass.looks.clear();
  pass.shown = null;
  pass.needed.clear();
  pass.twice.clear();
}

/** Was the row written after the look began? Then the look is older than what is known, and is taken again. */
export function isNewer(pass: ScanPass, id: LocalId, look: Listed): boolean {
  if (pass.store.localTakenAt(id) <= look.takenAt) return false;
  pass.again.add(look.path);
  return true;
}

/** The row is where the tree says: nothing that was noted about it holds any longer. */
export function found(pass: ScanPass, id: LocalId): void {
  pass.vanished.delete(id);
  const wasDisplaced = pass.displaced.delete(id);
  pass.released.delete(id);
  if (!pass.missing.has(id) && !wasDisplaced) return;
  pass.store.clearMissing(id);
  pass.changed += 1;
}

export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const childPath = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);

/** The row at a path as the disk has it: what lost its name is passed over. */
export function rowAt(pass: ScanPass, path: string): LocalEntry | undefined {
  let row = pass.store.local(pass.store.rootLocalId);
  if (path === '') return row;
  for (const name of path.split('/')) {
    if (row === undefined) return undefined;
    row = childNamed(pass, row.id, name);
  }
  return row;
}

/** The child of exactly this name; of two the one that is not missing. */
export function childNamed(pass: ScanPass, parent: LocalId, name: string): LocalEntry | undefined {
  const rows = pass.store
    .localByKey(parent, nameKey(name))
    .filter((row) => row.name === name && !pass.displaced.has(row.id));
  return rows.find((row) => !pass.store.isMissing(row.id)) ?? rows[0];
}
