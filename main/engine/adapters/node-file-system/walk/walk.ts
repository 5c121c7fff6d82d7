import { once } from 'node:events';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { namesBelow } from '../../../model/disk-path.ts';
import type { LocalListing } from '../../../model/observation.ts';
import type { WalkFilter, WalkResult } from '../../../ports/file-system.ts';
import type { Disk } from '../disk.ts';
import { toLocalStat } from '../local-stat.ts';
import { toFileSystemError } from '../system-error.ts';
import { unpack, type WalkAnswer, type WalkBatch, type WalkOrder } from './walk-messages.ts';

/** Directories per message: the thread works on one order while the caller uses the previous listings. */
const DIRECTORIES_PER_ORDER = 64;

/**
 * Breadth first, parents before children. At most two orders are in flight, so memory holds two batches and the pending directory
 * names, however large the tree.
 */
export async function* walk(
  disk: Disk,
  root: string,
  enter: WalkFilter,
  signal?: AbortSignal,
): AsyncGenerator<WalkResult> {
  signal?.throwIfAborted();
  const worker = disk.walkThreads.take();
  let isIdle = false;
  try {
    const waiting: string[] = [root];
    let ordered = order(worker, waiting, signal);
    while (ordered !== null) {
      const batch = await ordered;
      // Read ahead while the caller uses this batch; directories it adds go into a later order.
      ordered = order(worker, waiting, signal);
      for (const answer of batch) {
        const result = toResult(answer);
        signal?.throwIfAborted();
        yield result;
        // Only now: the caller may use this listing to decide where to descend.
        // One by one: a folder may have more subfolders than a call takes arguments.
        if (result.ok) for (const path of folders(root, result.listing, enter)) waiting.push(path);
      }
      ordered ??= order(worker, waiting, signal);
    }
    isIdle = true;
  } finally {
    // A walk that ends early may leave an order in flight, whose answer must not reach the next walk.
    if (isIdle) disk.walkThreads.giveBack(worker);
    else await worker.terminate();
  }
}

/** Sends the next order and waits for its batch; null when no directories are pending. */
function order(worker: Worker, waiting: string[], signal: AbortSignal | undefined): Promise<WalkBatch> | null {
  const next: WalkOrder = waiting.splice(0, DIRECTORIES_PER_ORDER);
  if (next.length === 0) return null;
  const answered = once(worker, 'message', signal === undefined ? {} : { signal }).then(
    ([batch]) => batch as WalkBatch,
  );
  // The caller may stop between two batches, which leaves this rejection unhandled.
  answered.catch(() => undefined);
  worker.postMessage(next);
  return answered;
}

function folders(root: string, listing: LocalListing, enter: WalkFilter): string[] {
  return listing.entries
    .filter((entry) => entry.stat.kind === 'folder')
    .map((entry) => join(listing.path, entry.name))
    .filter((path) => enter(namesBelow(root, path)));
}

function toResult(answer: WalkAnswer): WalkResult {
  if (!('numbers' in answer)) {
    const cause = Object.assign(new Error(answer.message), { code: answer.errno });
    return { ok: false, path: answer.path, error: toFileSystemError(cause, 'list the folder', answer.path) };
  }
  const names = answer.names === '' ? [] : answer.names.split('\0');
  return {
    ok: true,
    listing: {
      path: answer.path,
      self: toLocalStat(unpack(answer.numbers, 0)),
      entries: names.map((name, index) => ({ name, stat: toLocalStat(unpack(answer.numbers, index + 1)) })),
      undecodable: answer.undecodable,
    },
  };
}
