import { type LocalEntry, sameFingerprint } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import type { RootStore } from '../../store/root-store.ts';
import { type IgnoreRules, parentOf, ruleFileOf } from './ignore/ignore-rules.ts';

/** Synced items that a rule file began to exclude. */
export type Excluded = {
  /** The folder of the rule file, relative to the root. */
  readonly folder: string;
  /** The rule file on the service; null: it was changed on this computer. */
  readonly ruleFile: ItemId | null;
  items: number;
};

/** Those of one pass, by their rule file. */
export type ExcludedItems = {
  /** The entry to count an item of this row under, and all below it; null: no rule file excludes the row. Ask before the row leaves its tree. */
  of(row: LocalEntry): Excluded | null;
  list(): readonly Excluded[];
};

export function createExcludedItems(store: RootStore, rules: Pick<IgnoreRules, 'match'>): ExcludedItems {
  const known = new Map<string, Excluded>();
  return {
    of: (row) => {
      const path = store.localPath(row.id);
      const match = path === null ? null : rules.match(path, row.kind === 'folder');
      const file = match === null ? null : ruleFileOf(match);
      if (file === null) return null;
      const excluded = known.get(file) ?? { folder: parentOf(file), ruleFile: agreedOn(store, file), items: 0 };
      known.set(file, excluded);
      return excluded;
    },
    list: () => [...known.values()].filter(({ items }) => items > 0),
  };
}

function agreedOn(store: RootStore, path: string): ItemId | null {
  const id = store.localAt(path);
  const [local, synced] = id === undefined ? [] : [store.local(id), store.syncedByLocal(id)];
  if (local === undefined || synced === undefined) return null;
  return sameFingerprint(local.fingerprint, synced.fingerprint) ? synced.itemId : null;
}
