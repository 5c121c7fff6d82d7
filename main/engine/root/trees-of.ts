import { nameKey } from '../model/names/name-key.ts';
import type { Trees } from '../model/tree.ts';
import type { RootStore } from '../store/root-store.ts';
import { knownTraits } from './disk-traits.ts';

/**
 * The trees with what the store alone does not know: the ignore rules, so that ignored items are never downloaded (SPEC P69), and that one name
 * in two cases is one place on some disks (P34).
 */
export function treesOf(root: RootStore, leavesOut: Trees['leavesOut']): RootStore & Trees {
  const isSamePlace = (one: string, other: string): boolean =>
    nameKey(one) === nameKey(other) && knownTraits(root)?.caseSensitive === false;
  return {
    ...root,
    isIgnored: (parent, name) =>
      root.isIgnored(parent, name) ||
      (root.holdsIgnored(parent) && root.ignoredIn(parent).some((one) => isSamePlace(one.name, name))),
    ...(leavesOut !== undefined && { leavesOut }),
  };
}
