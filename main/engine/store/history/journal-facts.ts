import type { JournalEntry } from './journal-table.ts';

/** The before and after values of a journal entry, read field by field: an older version may have written it. */
export type Facts = {
  text(name: string): string | null;
  number(name: string): number | null;
};

export const factsBefore = (entry: JournalEntry): Facts => factsIn(entry.before);
export const factsAfter = (entry: JournalEntry): Facts => factsIn(entry.after);

function factsIn(json: string | null): Facts {
  const read: unknown = json === null ? null : JSON.parse(json);
  const values = new Map<string, unknown>(typeof read === 'object' && read !== null ? Object.entries(read) : []);
  return {
    text: (name) => {
      const value = values.get(name);
      return typeof value === 'string' ? value : null;
    },
    number: (name) => {
      const value = values.get(name);
      return typeof value === 'number' ? value : null;
    },
  };
}

/** Splits a field with several lines, e.g. the places in the trash. */
export const linesOf = (text: string | null): readonly string[] =>
  (text ?? '').split('\n').filter((line) => line !== '');
