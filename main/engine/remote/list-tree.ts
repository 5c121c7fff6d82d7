import PQueue from 'p-queue';
import type { RemoteEntry } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import { type Remote, RemoteError } from '../ports/remote.ts';

/** One folder as it was listed, completely. `takenAt` is the logical time before the listing was asked for. */
export type ListedFolder = {
  readonly folder: ItemId;
  readonly takenAt: number;
  readonly entries: readonly RemoteEntry[];
};

/** Folders that are listed side by side; each costs a request for every thousand items. */
const AT_ONCE = 8;

export type TreeListing = {
  readonly remote: Pick<Remote, 'list'>;
  readonly top: ItemId;
  /** The next logical time. */
  readonly tick: () => number;
  /** Told of each folder as its listing arrives, parents before their children. */
  readonly listed: (folder: ListedFolder) => void | Promise<void>;
  readonly signal: AbortSignal | undefined;
};

/**
 * Lists a folder and all below it, or rejects: an incomplete listing is never told as a complete one. A folder below that is
 * gone when its turn comes is passed over; the event that says so is yet to come. False: the top itself is not there.
 */
export async function listTree({ remote, top, tick, listed, signal }: TreeListing): Promise<boolean> {
  const lane = new PQueue({ concurrency: AT_ONCE });
  const visits = new Map<ItemId, number>();
  let isThere = true;
  let failure: { readonly error: unknown } | null = null;
  const visit = async (folder: ItemId, depth: number): Promise<void> => {
    if (failure) return;
    visits.set(folder, (visits.get(folder) ?? 0) + 1);
    assertIsTree(folder, visits.get(folder) ?? 0, depth);
    const takenAt = tick();
    const entries = await remote.list(folder, signal);
    if (!entries) {
      isThere &&= folder !== top;
      return;
    }
    await listed({ folder, takenAt, entries });
    for (const entry of entries) if (entry.kind === 'folder') enqueue(entry.id, depth + 1);
  };
  const enqueue = (folder: ItemId, depth: number): void => {
    void lane
      .add(() => visit(folder, depth))
      .catch((error: unknown) => {
        failure ??= { error };
      });
  };
  enqueue(top, 0);
  await lane.onIdle();
  if (failure) throw (failure as { readonly error: unknown }).error;
  return isThere;
}

/** A folder that is moved while everything is listed may be met again; one that is met more often contains itself. */
const MOST_VISITS = 3;
/** A path of one character for each level is longer than any disk takes. */
const DEEPEST = 4_000;

/** @throws RemoteError for a service whose folders have no end. */
function assertIsTree(folder: ItemId, visits: number, depth: number): void {
  if (visits > MOST_VISITS) {
    throw new RemoteError('unavailable', `The service lists folder ${folder} in ${visits} places.`);
  }
  if (depth > DEEPEST) {
    throw new RemoteError('unexpected', `The service nests folders in more than ${DEEPEST} levels (folder ${folder}).`);
  }
}
