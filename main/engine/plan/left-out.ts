import type { RemoteEntry } from '../model/entry.ts';
import type { Trees } from '../model/tree.ts';

/** Deeper than any tree that a disk can hold. */
const DEEPEST = 10_000;

/**
 * Would this item, which has no node here, come to a place that is left out on this disk: where a rule, a link or a special file
 * stands under its name, or below such a place? Then it stays there alone (edge cases 78 and 82): a download would only find the
 * name taken.
 */
export function isLeftOut(trees: Trees, entry: RemoteEntry | null): boolean {
  let at: RemoteEntry | undefined = entry ?? undefined;
  for (let depth = 0; at !== undefined && at.parentId !== null && depth < DEEPEST; depth++) {
    const parent = trees.syncedByItem(at.parentId);
    if (parent !== undefined) return trees.isIgnored(parent.localId, at.name);
    at = trees.remote(at.parentId);
  }
  return false;
}
