import { nameKey } from '../model/names/name-key.ts';
import type { Trees } from '../model/tree.ts';
import type { RootStore } from '../store/root-store.ts';
import { knownTraits } from './disk-traits.ts';

/**
 * The trees with what the store alone does not know: the ignore rules, so that ignored items are never downloaded (SPEC P69), and that one name
 * in two cases is one place on some disks (P34).
 */
export function treesOf(
  root: RootStore,
  { leavesOut, takesIn }: Pick<Trees, 'leavesOut' | 'takesIn'>,
): RootStore & Trees {
  return {
    ...root,
    ignoredAt(parent, name) {
      const exact = root.ignoredAt(parent, name);
      if (exact !== null || knownTraits(root)?.caseSensitive !== false) return exact;
      return root.ignoredByKey(parent, nameKey(name));
    },
    ...(leavesOut !== undefined && { leavesOut }),
    ...(takesIn !== undefined && { takesIn }),
  };
}
