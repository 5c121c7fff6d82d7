import type { TransferProgress } from '../model/transfer-progress.ts';
import type { Work } from './time-left.ts';

/** What is known of a spell of work: what it has done, what waits, and what is in the line of transfers. */
export type Spell = {
  /** Written down. */
  readonly done: Work;
  /** Items that are not in agreement yet, those in line included. */
  readonly pending: number;
  readonly transfers: readonly Pick<TransferProgress, 'bytesDone' | 'bytesTotal'>[];
};

/**
 * What is done and what is left, files and bytes. What waits behind the line of transfers is not looked at one by one, which would
 * cost with every look what the tree is large: it is taken to be as large as the files that were seen.
 */
export function workOf({ done, pending, transfers }: Spell): { readonly done: Work; readonly left: Work } {
  const moved = transfers.reduce((sum, { bytesDone }) => sum + bytesDone, 0);
  const inLine = transfers.reduce((sum, { bytesTotal }) => sum + bytesTotal, 0);
  const behind = Math.max(0, pending - transfers.length);
  const seen = done.files + transfers.length;
  const usual = seen === 0 ? 0 : (done.bytes + inLine) / seen;
  return {
    done: { files: done.files, bytes: done.bytes + moved },
    left: { files: transfers.length + behind, bytes: inLine - moved + behind * usual },
  };
}
