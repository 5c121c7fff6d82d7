import type { LocalEntry } from '../../model/entry.ts';
import type { RootStore } from '../../store/root-store.ts';
import { type IgnoreRules, ruleFileOf } from './ignore/ignore-rules.ts';

/** Synced items that a rule file began to exclude. */
export type Excluded = {
  /** The path of the rule file below the root. */
  readonly file: string;
  readonly items: number;
};

type Counted = { readonly file: string; items: number };

/** Those of one pass, by their rule file. */
export type ExcludedItems = {
  /** The entry to count an item of this row under, and all below it; null: no rule file excludes the row. Ask before the row leaves its tree. */
  of(row: LocalEntry): Counted | null;
  list(): readonly Excluded[];
};

export function createExcludedItems(store: RootStore, rules: Pick<IgnoreRules, 'match'>): ExcludedItems {
  const known = new Map<string, Counted>();
  return {
    of: (row) => {
      const path = store.localPath(row.id);
      const match = path === null ? null : rules.match(path, row.kind === 'folder');
      const file = match === null ? null : ruleFileOf(match);
      if (file === null) return null;
      const excluded = known.get(file) ?? { file, items: 0 };
      known.set(file, excluded);
      return excluded;
    },
    list: () => [...known.values()].filter(({ items }) => items > 0),
  };
}
