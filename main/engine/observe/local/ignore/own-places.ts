import { type IgnoreMatch, type IgnoreRules, OWN_FOLDER } from './ignore-rules.ts';

/** Tandem's own folders in a root come before all rules, which can't include them (SPEC P58). */
export function withoutOwnPlaces(rules: IgnoreRules, ownPlaces: () => readonly string[]): IgnoreRules {
  const ownAt = (path: string): IgnoreMatch | null =>
    ownPlaces().some((own) => path === own || path.startsWith(`${own}/`)) ? OWN_FOLDER : null;
  return {
    ...rules,
    match: (path, isFolder) => ownAt(path) ?? rules.match(path, isFolder),
    withOwnRules: (lines) => {
      const others = rules.withOwnRules(lines);
      return { match: (path, isFolder) => ownAt(path) ?? others.match(path, isFolder) };
    },
  };
}
