import type { ItemId } from '../../model/ids.ts';
import { nameKey } from '../../model/names/name-key.ts';
import { IGNORE_FILE } from '../../model/names/rule-file.ts';
import { isTakenIn } from '../../model/scope.ts';
import type { Trees } from '../../model/tree.ts';
import { type Item, isDeletedOn, isLinked } from '../item.ts';
import { isDeletable } from '../merge/deletable.ts';
import type { Fates } from '../merge/fate.ts';
import type { Place, Places } from '../merge/place.ts';
import { type Outcome, waits } from '../outcome.ts';
import type { Pairing } from '../pairing/pairing.ts';
import { withoutRules } from '../problems.ts';
import type { ItemScopes } from './item-scope.ts';

/** The rule files of the service that do not apply here yet. */
export type RulesToCome = {
  /** The nearest one, in this folder of the service or above it; null: there is none. */
  above(folder: ItemId): Item | null;
};

const KEY = nameKey(IGNORE_FILE);

/** Each chain of folders is walked once, however many items it contains. */
export function createRulesToCome(
  { trees, ofRemote }: Pairing,
  { places, fates, scope }: { readonly places: Places; readonly fates: Fates; readonly scope: ItemScopes },
): RulesToCome {
  const known = new Map<ItemId, Item | null>();

  const ruleFileIn = (folder: ItemId): Item | null => {
    const file = trees.remoteByKey(folder, KEY).find(({ name, kind }) => name === IGNORE_FILE && kind === 'file');
    const item = file === undefined ? null : ofRemote(file.id);
    if (item === null || scope.of(item) !== 'wanted') return null;
    const isHere = isLinked(item) && places.of(item)?.decidedBy === 'both';
    return isHere || isLeaving(item) ? null : item;
  };

  /** Deleted here, and so on the service, now or once a person decides: its rules no longer apply on this disk. */
  const isLeaving = (item: Item): boolean =>
    isDeletedOn(item, 'local') && item.remote !== null && isDeletable(trees, item.remote) && fates.of(item) === 'gone';

  return {
    above(folder) {
      const way = new Set<ItemId>();
      let found: Item | null = null;
      for (let at: ItemId | null = folder; at !== null && !way.has(at); at = trees.remote(at)?.parentId ?? null) {
        const answer = known.get(at);
        way.add(at);
        found = answer === undefined ? ruleFileIn(at) : answer;
        if (answer !== undefined || found !== null) break;
      }
      for (const id of way) known.set(id, found);
      return found;
    },
  };
}

type Rules = { readonly trees: Trees; readonly rules: RulesToCome };

/**
 * A new item waits for the rule files of the service above its place, because they may exclude it. One that is excluded already is in the tree
 * until the next scan only (SPEC P89). Null: it may go up.
 */
export function awaitRules({ trees, rules }: Rules, { local, remote, row }: Item, { parent }: Place): Outcome | null {
  if (local === null || remote !== null || row !== null || parent.remote === null) return null;
  const file = rules.above(parent.remote.id);
  if (file !== null) return { is: 'waits', on: [file], why: withoutRules };
  return isTakenIn(trees, local) ? null : waits;
}
