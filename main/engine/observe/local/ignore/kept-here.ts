import { parentPath } from '../../../model/disk-path.ts';
import { type IgnoreMatch, type IgnoreRules, precededBy } from './ignore-rules.ts';

/** The source of a match by an item that is kept on this computer only; its rule is the path of that item. */
export const KEPT_HERE = 'kept here';

/** Items that the user keeps on this computer only come before all rules: by their exact path, with everything below it (SPEC P91). That path follows each move of a folder, also one to a temporary name. */
export function withKeptHere(rules: IgnoreRules, keptHere: () => ReadonlySet<string>): IgnoreRules {
  const keptAbove = (path: string): IgnoreMatch | null => {
    const kept = keptHere();
    if (kept.size === 0) return null;
    for (let at = path; at !== ''; at = parentPath(at)) {
      if (kept.has(at)) return { rule: at, source: KEPT_HERE };
    }
    return null;
  };
  return precededBy(keptAbove, rules);
}
