import { type IgnoreRules, OWN_FOLDER, precededBy } from './ignore-rules.ts';

/** Tandem's own folders in a root come before all rules, which can't include them (SPEC P58). */
export const withoutOwnPlaces = (rules: IgnoreRules, ownPlaces: () => readonly string[]): IgnoreRules =>
  precededBy(
    (path) => (ownPlaces().some((own) => path === own || path.startsWith(`${own}/`)) ? OWN_FOLDER : null),
    rules,
  );
