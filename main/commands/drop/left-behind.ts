import type { CommandOutput } from '../../../preload/ipc/commands.ts';
import type { Batch, DroppedFile } from './batch.ts';

/**
 * What a page that was loaded again is told of the batches of its earlier life: the bytes that had not arrived went away with it, so
 * those files are named, to be dropped once more.
 */
export async function leftBehind(
  batches: ReadonlyMap<string, Batch>,
  batchIds: readonly string[],
): Promise<CommandOutput<'drop.left'>> {
  const known = batchIds.map((id) => batches.get(id)).filter((batch) => batch !== undefined);
  // Bytes that had all arrived when the page went are still being put in place.
  await Promise.allSettled(known.flatMap(({ sending }) => [...sending]));
  return known
    .filter(({ id }) => batches.has(id))
    .map(({ id, files }) => {
      const all = [...files.values()];
      const missing = all.filter(isMissing);
      return {
        batchId: id,
        total: all.length,
        sent: all.filter(({ state }) => state === 'sent').length,
        missing: missing.map(({ segments }) => segments.join('/')),
      };
    });
}

/** A file that arrived in a later batch is not missing in an earlier one; the batches that knew it. */
export function arrivedAgain(batches: Iterable<Batch>, batch: Batch, file: DroppedFile): readonly Batch[] {
  const path = file.segments.join('/');
  const changed: Batch[] = [];
  for (const earlier of batches) {
    if (earlier === batch || earlier.folderId !== batch.folderId) continue;
    for (const candidate of earlier.files.values()) {
      if (candidate.segments.join('/') !== path || !isMissing(candidate)) continue;
      candidate.state = 'sent';
      changed.push(earlier);
    }
  }
  return changed;
}

const isMissing = ({ state }: DroppedFile): boolean => state === 'announced' || state === 'lost' || state === 'failed';
