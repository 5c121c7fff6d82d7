import PQueue from 'p-queue';
import type { RemoteEntry } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import { type Remote, RemoteError } from '../../ports/remote/remote.ts';

/** One complete folder listing. `takenAt` is the logical time before the request. */
export type ListedFolder = {
  readonly folder: ItemId;
  readonly takenAt: number;
  readonly entries: readonly RemoteEntry[];
};

/** Concurrent folder listings; each costs one request per thousand items. */
const AT_ONCE = 8;

export type TreeListing = {
  readonly remote: Pick<Remote, 'list'>;
  readonly top: ItemId;
  /** Returns the next logical time. */
  readonly tick: () => number;
  /** Called with each folder as its listing arrives, parents before children. */
  readonly listed: (folder: ListedFolder) => void | Promise<void>;
  readonly signal: AbortSignal | undefined;
};

/**
 * Lists a folder and everything below it, or rejects: an incomplete listing is never reported as complete. A subfolder deleted meanwhile is
 * skipped; its event is yet to come. False: the top folder itself does not exist.
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

/** A folder that moves during the listing may be seen again; one seen more often contains itself. */
const MOST_VISITS = 3;
/** A path of one character per level is longer than any disk allows. */
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
