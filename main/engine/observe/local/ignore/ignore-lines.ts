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
