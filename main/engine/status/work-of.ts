import type { TransferProgress } from '../model/transfer-progress.ts';
import type { Work } from './time-left.ts';

/** What is known of a spell of work: what it has done, what waits, and what is in the line of transfers. */
export type Spell = {
  /** Written down. */
  readonly done: Work;
  /** Items that are not in agreement yet, those in line included. */
  readonly pending: number;
  readonly transfers: readonly Pick<TransferProgress, 'state' | 'bytesDone' | 'bytesTotal' | 'parts'>[];
};

/** What is done of a spell of work, what is left of it, and how much of that is still ahead, as far as time goes. */
export type SpelledWork = { readonly done: Work; readonly left: Work; readonly ahead: Work };

/**
 * What is done and what is left, files and bytes. What waits behind the line of transfers is not looked at one by one, which would
 * cost with every look what the tree is large: it is taken to be as large as the files that were seen.
 */
export function workOf({ done, pending, transfers }: Spell): SpelledWork {
  const moved = transfers.reduce((sum, { bytesDone }) => sum + bytesDone, 0);
  const inLine = transfers.reduce((sum, { bytesTotal }) => sum + bytesTotal, 0);
  const behind = Math.max(0, pending - transfers.length);
  const seen = done.files + transfers.length;
  const usual = seen === 0 ? 0 : (done.bytes + inLine) / seen;
  const left = { files: transfers.length + behind, bytes: inLine - moved + behind * usual };
  const silent = silentlyDone(transfers);
  return {
    done: { files: done.files, bytes: done.bytes + moved },
    left,
    ahead: { files: left.files - silent.files, bytes: left.bytes - silent.bytes },
  };
}

/** What is sent as a whole tells nothing before its end: of what is on its way like that, half is done at any time. */
function silentlyDone(transfers: Spell['transfers']): Work {
  const silent = transfers.filter(
    ({ state, bytesDone, parts }) => state === 'active' && bytesDone === 0 && parts === null,
  );
  return { files: silent.length / 2, bytes: silent.reduce((sum, { bytesTotal }) => sum + bytesTotal, 0) / 2 };
}

/** As of now; `soFar` is what was done since the program began. */
type Moment = Omit<Spell, 'done'> & { readonly isInSync: boolean; readonly soFar: Work };

/**
 * Follows the work from one rest to the next; null at rest, which is also when all that is left waits for a person. What is done never
 * seems to go back: a file that has arrived is not in line any more, and may not be written down yet.
 */
export function createSpell(): (now: Moment) => SpelledWork | null {
  let start: Work | null = null;
  let mostBytes = 0;
  return ({ isInSync, soFar, pending, transfers }) => {
    if (isInSync || pending === 0) {
      [start, mostBytes] = [null, 0];
      return null;
    }
    start ??= soFar;
    const written = { files: soFar.files - start.files, bytes: soFar.bytes - start.bytes };
    const work = workOf({ done: written, pending, transfers });
    mostBytes = Math.max(mostBytes, work.done.bytes);
    return { ...work, done: { files: work.done.files, bytes: mostBytes } };
  };
}
