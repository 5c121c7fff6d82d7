import { FileCounts, type UploadFile, UploadFileState } from './shapes/drop.ts';

/**
 * The files of one upload, kept by whoever sends them: the page of a browser, or the host that reads the disk. Counted and sorted by state as they
 * change, so that a change costs the same however many files there are.
 */
export type UploadFiles<Shown = string> = {
  /** A copy. */
  readonly counts: () => FileCounts;
  readonly get: (id: number) => UploadFile<Shown> | undefined;
  /** Adds a file, or replaces the one with its id. */
  readonly set: (file: UploadFile<Shown>) => void;
  /** At most `most` files in this state, those that were in it first. */
  readonly first: (state: UploadFileState, most: number) => readonly UploadFile<Shown>[];
  /** The last files that arrived. */
  readonly lastSent: () => readonly UploadFile<Shown>[];
};

export const noCounts = Object.fromEntries(FileCounts.keyType.options.map((name) => [name, 0])) as FileCounts;

/** Finished files shown while others are sent. */
const LAST_SENT = 2;

/** Its bytes are not sent, unless a person retries it. */
const isLeftOut = (state: UploadFileState): boolean =>
  state === 'failed' || state === 'skipped' || state === 'cancelled';

export function uploadFiles<Shown = string>(): UploadFiles<Shown> {
  const files = new Map<number, UploadFile<Shown>>();
  const inState = new Map(UploadFileState.options.map((state) => [state, new Set<number>()]));
  const counts = { ...noCounts };
  let lastSent: readonly number[] = [];
  const count = ({ state, sizeBytes, sentBytes }: UploadFile<Shown>, times: 1 | -1): void => {
    counts[state] += times;
    if (isLeftOut(state)) return;
    counts.bytes += times * sizeBytes;
    counts.sentBytes += times * (state === 'sent' ? sizeBytes : Math.min(sentBytes, sizeBytes));
  };
  const known = (ids: Iterable<number>, most: number): readonly UploadFile<Shown>[] => {
    const found: UploadFile<Shown>[] = [];
    for (const id of ids) {
      const file = files.get(id);
      if (found.length >= most) break;
      if (file !== undefined) found.push(file);
    }
    return found;
  };

  return {
    counts: () => ({ ...counts }),
    get: (id) => files.get(id),
    set(file) {
      const before = files.get(file.id);
      if (before !== undefined) count(before, -1);
      count(file, 1);
      files.set(file.id, file);
      if (before?.state === file.state) return;
      if (before !== undefined) inState.get(before.state)?.delete(file.id);
      inState.get(file.state)?.add(file.id);
      if (file.state === 'sent') lastSent = [...lastSent, file.id].slice(-LAST_SENT);
    },
    first: (state, most) => known(inState.get(state) ?? [], most),
    lastSent: () => known(lastSent, LAST_SENT),
  };
}
