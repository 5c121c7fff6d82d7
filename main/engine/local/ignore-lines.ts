/** One line of a rule file that says something, and where it stands. */
export type IgnoreLine = { readonly text: string; readonly line: number };

/** The lines of a rule file, less comments and blanks. A line longer than any sensible rule is no rule. */
export function parseIgnoreFile(text: string): readonly IgnoreLine[] {
  return text
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n/)
    .map((line, index) => ({ text: line.normalize('NFC'), line: index + 1 }))
    .filter(({ text: line }) => line.trim() !== '' && !line.startsWith('#') && line.length <= MAX_RULE_LENGTH);
}

const MAX_RULE_LENGTH = 4096;

/**
 * The same rule as seen from the root, for a rule file in the folder `base` (`/` between names, empty for the root): a rule
 * with a slash at its start or middle counts from its folder, any other holds at every depth below it (gitignore(5)).
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
