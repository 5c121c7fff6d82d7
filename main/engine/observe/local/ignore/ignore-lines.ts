/** One rule of a rule file, with its line number. */
export type IgnoreLine = { readonly text: string; readonly line: number };

/** The lines of a rule file without comments and blanks. A line longer than any sensible rule is skipped. */
export function parseIgnoreFile(text: string): readonly IgnoreLine[] {
  return text
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.normalize('NFC'), line: index + 1 }))
    .filter(({ text: line }) => line.trim() !== '' && !line.startsWith('#') && line.length <= MAX_RULE_LENGTH);
}

const MAX_RULE_LENGTH = 4096;

/**
 * Rewrites a rule of a rule file in the folder `base` (`/` between names, empty for the root) relative to the root: a rule with a slash at its
 * start or middle is anchored to its folder, any other applies at every depth below it (gitignore(5)).
 */
export function fromRoot(rule: string, base: string): string {
  if (base === '') return rule;
  const isNegated = rule.startsWith('!');
  const pattern = isNegated ? rule.slice(1) : rule.replace(/^\\(?=[!#])/, '');
  const body = pattern.replace(/\/\s*$/, '');
  const prefix = `/${base.replaceAll(/[\\*?[\] ]/g, '\\$&')}/`;
  const anchored = body.includes('/') ? prefix + pattern.replace(/^\//, '') : `${prefix}**/${pattern}`;
  return isNegated ? `!${anchored}` : anchored;
}
