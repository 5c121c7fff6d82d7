import { z } from 'zod';

/**
 * Unfinished batches of this page, in storage that survives a reload and is invisible to other tabs, so that a page that reloads during an upload
 * can report the missing files.
 */
const BegunBatch = z.object({
  batchId: z.string(),
  destination: z.object({ folderId: z.string(), name: z.string() }),
});
export type BegunBatch = z.infer<typeof BegunBatch>;

const STORAGE_KEY = 'tandem.uploads';
/** The maximum of one request to the host, which knows which batches are over. */
const MOST_REMEMBERED = 100;

export function begunBatches(): readonly BegunBatch[] {
  try {
    return z.array(BegunBatch).parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    // Written by another version, so it can no longer be read.
    return [];
  }
}

export function rememberBatch(batch: BegunBatch): void {
  keep([...begunBatches(), batch].slice(-MOST_REMEMBERED));
}

export function forgetBatches(batchIds: readonly string[]): void {
  keep(begunBatches().filter(({ batchId }) => !batchIds.includes(batchId)));
}

function keep(batches: readonly BegunBatch[]): void {
  if (batches.length === 0) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(batches));
}
