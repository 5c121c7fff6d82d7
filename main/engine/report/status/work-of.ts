import type { TransferProgress } from '../../model/transfer/transfer-progress.ts';
import type { Work } from './time-left.ts';

/** The known state of a spell of work: done, pending, and queued for transfer. */
export type Spell = {
  /** Recorded as done. */
  readonly done: Work;
  /** Items not in agreement yet, including those queued. */
  readonly pending: number;
  readonly transfers: readonly Pick<TransferProgress, 'state' | 'bytesDone' | 'bytesTotal' | 'parts'>[];
};

/** A spell of work: done, left, and the part of `left` that still costs time. */
export type SpelledWork = { readonly done: Work; readonly left: Work; readonly ahead: Work };

/**
 * Work done and left, in files and bytes. Pending items without a transfer are not sized one by one, which would be slow in a
 * large tree; they are assumed to have the average size of the files seen so far.
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

/** A file sent whole reports no progress until its end: on average, half of those in flight is done. */
function silentlyDone(transfers: Spell['transfers']): Work {
  const silent = transfers.filter(
    ({ state, bytesDone, parts }) => state === 'active' && bytesDone === 0 && parts === null,
  );
  return { files: silent.length / 2, bytes: silent.reduce((sum, { bytesTotal }) => sum + bytesTotal, 0) / 2 };
}

/** The current state; `soFar` is the work done since the process started. */
type Moment = Omit<Spell, 'done'> & { readonly isInSync: boolean; readonly soFar: Work };

/**
 * Tracks the work from one idle time to the next; null while idle, including when everything left waits for the user. The work
 * done never appears to decrease: an arrived file is no longer queued but may not be recorded yet.
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
