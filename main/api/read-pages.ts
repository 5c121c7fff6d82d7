import { ApiError } from './api-error.ts';

export type ReadPage<Entry> = {
  readonly entries: readonly Entry[];
  /** Start of the next page; null at the end. */
  readonly next: string | null;
};

export type PageReading<Entry> = {
  /** The name of the list in errors, e.g. "folder 7". */
  readonly what: string;
  /** More entries than this mean a faulty service. */
  readonly maxEntries: number;
  /** `at` null: the first page. */
  readonly read: (at: string | null) => Promise<ReadPage<Entry>>;
};

/** Maximum number of empty pages in a row. */
const MAX_EMPTY = 100;

/** Reads all pages of a list. @throws ApiError `bad_answer` if the list never ends, and errors of `read`. */
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
