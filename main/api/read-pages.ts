import { ApiError } from './api-error.ts';

export type ReadPage<Entry> = {
  readonly entries: readonly Entry[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
};

export type PageReading<Entry> = {
  /** The name of the list in errors: "folder 7". */
  readonly what: string;
  /** A service that lists more than that has lost count, or lies. */
  readonly maxEntries: number;
  /** `at` null: the first page. */
  readonly read: (at: string | null) => Promise<ReadPage<Entry>>;
};

/** Pages without anything in them, in a row. */
const MAX_EMPTY = 100;

/** Follows the pages of a list to its end. @throws ApiError `bad_answer` when the list has none, and what `read` throws. */
export async function readPages<Entry>({ what, maxEntries, read }: PageReading<Entry>): Promise<Entry[]> {
  const all: Entry[] = [];
  const seen = new Set<string>();
  let empty = 0;
  for (let at: string | null = null; ; ) {
    const page: ReadPage<Entry> = await read(at);
    for (const entry of page.entries) all.push(entry);
    if (page.next === null) return all;
    empty = page.entries.length === 0 ? empty + 1 : 0;
    if (all.length > maxEntries) throw endless(what, `lists more than ${maxEntries} entries`);
    if (empty > MAX_EMPTY) throw endless(what, 'answers empty pages without an end');
    if (seen.has(page.next)) throw endless(what, 'leads back to a page that it gave before');
    seen.add(page.next);
    at = page.next;
  }
}

const endless = (what: string, fault: string): ApiError =>
  new ApiError({ status: null, code: 'bad_answer', message: `The service ${fault} (${what}).` });
