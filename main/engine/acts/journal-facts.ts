import type { JournalEntry } from '../store/journal-table.ts';

/** What an entry of the journal says of before and after, read field by field: it may have been written by an older program. */
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

/** Lines of a field that holds several, e.g. the places in the trash. */
export const linesOf = (text: string | null): readonly string[] =>
  (text ?? '').split('\n').filter((line) => line !== '');
