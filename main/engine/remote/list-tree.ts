import PQueue from 'p-queue';
import type { RemoteEntry } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import type { Remote } from '../ports/remote.ts';

/** One folder as it was listed, completely. `takenAt` is the logical time before the listing was asked for. */
export type ListedFolder = {
  readonly folder: ItemId;
  readonly takenAt: number;
  readonly entries: readonly RemoteEntry[];
};

/** Folders that are listed side by side; each costs a request for every thousand items. */
const AT_ONCE = 8;

export type TreeListing = {
  readonly remote: Remote;
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
  let isThere = true;
  let failure: { readonly error: unknown } | null = null;
  const visit = async (folder: ItemId): Promise<void> => {
    if (failure) return;
    const takenAt = tick();
    const entries = await remote.list(folder, signal);
    if (!entries) {
      isThere &&= folder !== top;
      return;
    }
    await listed({ folder, takenAt, entries });
    for (const entry of entries) if (entry.kind === 'folder') enqueue(entry.id);
  };
  const enqueue = (folder: ItemId): void => {
    void lane
      .add(() => visit(folder))
      .catch((error: unknown) => {
        failure ??= { error };
      });
  };
  enqueue(top);
  await lane.onIdle();
  if (failure) throw (failure as { readonly error: unknown }).error;
  return isThere;
}
