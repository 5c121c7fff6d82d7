import type { LocalEntry } from '../../model/entry.ts';
import type { FileIdentity, LocalId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pace } from '../../ports/pace.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { FolderLook, Listed, SyncedStat, Unreadable } from './folder-look.ts';

/**
 * One pass over some or all folders. Listings are compared with the tree in portions. A row not found at its place is only noted, because
 * another folder may show it, and is decided at the end of the pass.
 */
export type ScanPass = {
  readonly store: RootStore;
  readonly clock: Clock;
  /** Of large writes. */
  readonly pace: Pace;
  /** The tree was empty before. */
  readonly isFirst: boolean;
  /** The listings of this portion, including extra ones that a decision needed. */
  readonly looks: Map<string, FolderLook>;
  /** Where the listings show an identity; built on first use, because most portions never need it. */
  shown: Map<FileIdentity, Place[]> | null;
  /** Rows that their folder no longer shows. */
  readonly vanished: Map<LocalId, Unfound>;
  /** Rows whose name another item has now. */
  readonly displaced: Map<LocalId, Unfound>;
  /** Rows whose name is ignored now: no longer synced, nothing is deleted on either side (edge cases 58, 78). */
  readonly released: Map<LocalId, Unfound>;
  /** All items that this pass saw under names ignored by a rule. */
  readonly ruledOut: Map<FileIdentity, SyncedStat>;
  /** Whether any row was missing when the portion began. */
  isAnyMissing: boolean;
  /**
   * The files that steps put in place, now or without a record yet, by identity. Each with the file that it replaces, as that is then; null
   * if it replaces none.
   */
  placed: ReadonlyMap<FileIdentity, LocalEntry | null>;
  /** Folders that must be listed before a decision; then the portion is compared again. */
  readonly needed: Set<string>;
  /** Folders of the portion that were listed a second time for a decision. */
  readonly twice: Set<string>;
  /** Folders that changed while they were listed, or whose rows were written meanwhile: list them again. */
  readonly again: Set<string>;
  /** New folders whose contents have not been listed yet. */
  readonly fresh: Set<string>;
  readonly unreadable: Map<string, Unreadable>;
  /** Everything that can be read was scanned. */
  isWhole: boolean;
  changed: number;
};

export type Place = { readonly path: string; readonly name: string; readonly stat: SyncedStat };

/** A row not found at its place, with the logical time of the listing. */
export type Unfound = { readonly row: LocalEntry; readonly takenAt: number };

export function createScanPass(store: RootStore, clock: Clock, pace: Pace): ScanPass {
  return {
    store,
    clock,
    pace,
    isFirst: store.localCount() <= 1,
    looks: new Map(),
    shown: null,
    vanished: new Map(),
    displaced: new Map(),
    released: new Map(),
    ruledOut: new Map(),
    isAnyMissing: false,
    placed: new Map(),
    needed: new Set(),
    twice: new Set(),
    again: new Set(),
    fresh: new Set(),
    unreadable: new Map(),
    isWhole: false,
    changed: 0,
  };
}

/** Whether an item that was not seen is certainly nowhere: an unreadable folder may hold it. */
export const hasSeenAll = (pass: ScanPass): boolean => pass.isWhole && pass.unreadable.size === 0;

/**
 * Adds a listing to the portion.
 * @throws FileSystemError when the root is unreadable and was never listed: there is nothing that could stay as it was.
 */
export function addLook(pass: ScanPass, look: FolderLook): void {
  if (look.kind === 'unreadable' && look.path === '' && pass.isFirst) throw look.error;
  pass.looks.set(look.path, look);
  if (look.kind === 'unreadable') pass.unreadable.set(look.path, look);
  if (look.kind !== 'listed') return;
  for (const one of look.unreadable) pass.unreadable.set(one.path, one);
  for (const stat of look.ruledOut) pass.ruledOut.set(stat.fingerprint.identity, stat);
  if (pass.shown !== null) show(pass.shown, look);
}

/** Where the listings of this portion show an identity. */
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
    const place = { path: look.path, name, stat };
    if (places === undefined) shown.set(stat.fingerprint.identity, [place]);
    else places.push(place);
  }
}

/** Drops a listing that may be stale, so that it is taken again. False: already done in this portion. */
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

/** Drops the listings; undecided rows stay. */
export function endPortion(pass: ScanPass): void {
  pass.looks.clear();
  pass.shown = null;
  pass.needed.clear();
  pass.twice.clear();
}

/** Whether the row was written after the listing began. If so, the listing is stale and is repeated. */
export function isNewer(pass: ScanPass, id: LocalId, look: Listed): boolean {
  if (pass.store.localTakenAt(id) <= look.takenAt) return false;
  pass.again.add(look.path);
  return true;
}

/** Whether the row is missing; asks only if one was when the portion began. */
export const isMissing = (pass: ScanPass, id: LocalId): boolean => pass.isAnyMissing && pass.store.isMissing(id);

/** The row is at its place, so its notes are void. */
export function found(pass: ScanPass, id: LocalId): void {
  pass.vanished.delete(id);
  const wasDisplaced = pass.displaced.delete(id);
  pass.released.delete(id);
  if (!isMissing(pass, id) && !wasDisplaced) return;
  pass.store.clearMissing(id);
  pass.changed += 1;
}

export const childPath = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);

/** The row at a path on disk; rows that lost their name are skipped. */
export function rowAt(pass: ScanPass, path: string): LocalEntry | undefined {
  let row = pass.store.local(pass.store.rootLocalId);
  if (path === '') return row;
  for (const name of path.split('/')) {
    if (row === undefined) return undefined;
    row = childNamed(pass, row.id, name);
  }
  return row;
}

/** The child with exactly this name; of two, the one that is not missing. */
export function childNamed(pass: ScanPass, parent: LocalId, name: string): LocalEntry | undefined {
  const rows = pass.store
    .localByKey(parent, nameKey(name))
    .filter((row) => row.name === name && !pass.displaced.has(row.id));
  return rows.find((row) => !pass.store.isMissing(row.id)) ?? rows[0];
}
