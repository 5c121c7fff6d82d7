import type { CommandOutput } from '../../../preload/ipc/commands.ts';
import { type Batch, changeState, type DroppedFile, pathOf } from './batch.ts';

/** Reports unfinished batches to a reloaded page. Bytes that had not arrived were lost with the old page, so those files must be dropped again. */
export async function leftBehind(
  batches: ReadonlyMap<string, Batch>,
  batchIds: readonly string[],
): Promise<CommandOutput<'drop.left'>> {
  const known = batchIds.map((id) => batches.get(id)).filter((batch) => batch !== undefined);
  // Files whose bytes had all arrived are still being finished.
  await Promise.allSettled(known.flatMap(({ sending }) => [...sending.values()].map(({ outcome }) => outcome)));
  return known
    .filter(({ id }) => batches.has(id))
    .map((batch) => {
      const missing = [...batch.files.values()].filter(isMissing);
      for (const file of missing) changeState(batch, file, 'lost');
      return {
        batchId: batch.id,
        total: batch.files.size,
        sent: batch.counts.sent,
        missing: missing.map(pathOf),
      };
    });
}

/** Batches whose page lost a file that now arrived in another batch: it is no longer missing in them. Another page may still send its own file. */
export function arrivedAgain(batches: Iterable<Batch>, batch: Batch, file: DroppedFile): readonly Batch[] {
  const path = pathOf(file);
  const changed: Batch[] = [];
  for (const earlier of batches) {
    if (earlier === batch || earlier.folderId !== batch.folderId) continue;
    for (const candidate of earlier.lost.get(path) ?? []) {
      changeState(earlier, candidate, 'sent');
      changed.push(earlier);
    }
  }
  return changed;
}

const isMissing = ({ state }: DroppedFile): boolean => state === 'announced' || state === 'lost' || state === 'failed';
