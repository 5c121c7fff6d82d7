import type { CommandOutput } from '../../../preload/ipc/commands.ts';
import type { Batch, DroppedFile } from './batch.ts';

/** Reports unfinished batches to a reloaded page. Bytes that had not arrived were lost with the old page, so those files must be dropped again. */
export async function leftBehind(
  batches: ReadonlyMap<string, Batch>,
  batchIds: readonly string[],
): Promise<CommandOutput<'drop.left'>> {
  const known = batchIds.map((id) => batches.get(id)).filter((batch) => batch !== undefined);
  // Files whose bytes had all arrived are still being finished.
  await Promise.allSettled(known.flatMap(({ sending }) => [...sending]));
  return known
    .filter(({ id }) => batches.has(id))
    .map(({ id, files }) => {
      const all = [...files.values()];
      const missing = all.filter(isMissing);
      for (const file of missing) file.state = 'lost';
      return {
        batchId: id,
        total: all.length,
        sent: all.filter(({ state }) => state === 'sent').length,
        missing: missing.map(({ segments }) => segments.join('/')),
      };
    });
}

/** Batches whose page lost a file that now arrived in another batch: it is no longer missing in them. Another page may still send its own file. */
export function arrivedAgain(batches: Iterable<Batch>, batch: Batch, file: DroppedFile): readonly Batch[] {
  const path = file.segments.join('/');
  const changed: Batch[] = [];
  for (const earlier of batches) {
    if (earlier === batch || earlier.folderId !== batch.folderId) continue;
    for (const candidate of earlier.files.values()) {
      if (candidate.segments.join('/') !== path || candidate.state !== 'lost') continue;
      candidate.state = 'sent';
      changed.push(earlier);
    }
  }
  return changed;
}

const isMissing = ({ state }: DroppedFile): boolean => state === 'announced' || state === 'lost' || state === 'failed';
