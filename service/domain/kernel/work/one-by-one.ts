import {
  type MetadataReads,
  type MetadataStore,
  MetadataUnavailable,
  StatementTimedOut,
} from '../../../ports/metadata-store.ts';
import { together } from './together.ts';

/** Rows of a list that `sweep` reads at once. */
const rowsAtOnce = 100;

/** A job could not do some of its things; it did the others, and the next run retries these. */
class PartlyFailed extends Error {
  readonly code = 'partly_failed';
  constructor(count: number, cause: unknown) {
    super(`Failed: ${count}. The next run retries them. First cause: ${String(cause)}`, { cause });
  }
}

/** The things of one run of a job, in which one that fails does not keep the others from their turn. */
export interface OneByOne {
  /**
   * Does one thing and counts it if `work` returns true. A failure is reported by `end`.
   * @throws MetadataUnavailable: everything else would fail for the same reason, unless one statement took too long.
   */
  attempt(work: () => Promise<boolean>): Promise<void>;
  /**
   * Returns how many were done.
   * @throws PartlyFailed if some failed.
   */
  end(): number;
}

/**
 * Does one thing with each row of a list that is due. The list is read page by page, each after the key of the last row, and a page is looked at
 * in one read. Returns how many were done.
 */
export async function sweep<Row>(
  store: Pick<MetadataStore, 'read'>,
  { list, keyOf, isDue, work }: Sweep<Row>,
): Promise<number> {
  const things = oneByOne();
  for (let after: string | null = null; ; ) {
    const { rows, due }: SweptPage<Row> = await store.read(async (reads) => {
      const rows = await list(reads, after, rowsAtOnce);
      // One that cannot be judged is left to `work`, which fails alone.
      const verdicts = await together(rows.map((row) => isDue(reads, row).catch(() => true)));
      return { rows, due: rows.filter((_, index) => verdicts[index]) };
    });
    for (const row of due) await things.attempt(() => work(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return things.end();
    after = keyOf(last);
  }
}

/** What `sweep` does. `work` has to look again whether its row is due. */
interface Sweep<Row> {
  readonly list: (reads: MetadataReads, after: string | null, limit: number) => Promise<readonly Row[]>;
  readonly keyOf: (row: Row) => string;
  readonly isDue: (reads: MetadataReads, row: Row) => Promise<boolean>;
  readonly work: (row: Row) => Promise<boolean>;
}

interface SweptPage<Row> {
  readonly rows: readonly Row[];
  readonly due: readonly Row[];
}

export function oneByOne(): OneByOne {
  const causes: unknown[] = [];
  let done = 0;
  return {
    attempt: async (work) => {
      try {
        if (await work()) done += 1;
      } catch (error) {
        if (error instanceof MetadataUnavailable && !(error instanceof StatementTimedOut)) throw error;
        causes.push(error);
      }
    },
    end: () => {
      if (causes.length > 0) throw new PartlyFailed(causes.length, causes[0]);
      return done;
    },
  };
}
