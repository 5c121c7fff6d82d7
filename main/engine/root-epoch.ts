import { EPOCH, isOfEpoch, NEXT, noteEpoch } from './epoch-notes.ts';
import { formatMarker, parseMarker } from './model/root-marker.ts';
import { FileSystemError } from './ports/file-system.ts';
import type { RootContext } from './root-context.ts';

/**
 * Begins an epoch. The next text is on the disk of the store before it is in the folder, so that a crash or a loss of power between
 * the two is told from a mismatch. A folder that cannot be written keeps the text that it has.
 */
export async function beginEpoch({ parts, record, root }: RootContext): Promise<void> {
  const { fileSystem, random, store, log } = parts;
  const text = await fileSystem.readMarker(record.localPath);
  const found = text === null ? null : parseMarker(text);
  // Not our folder any more: whoever looks at it next says so.
  if (found?.id !== record.marker || !isOfEpoch(root, found.epoch)) return;
  const epoch = random.token(16);
  store.transaction(() => {
    root.setNote(EPOCH, found.epoch);
    root.setNote(NEXT, epoch);
  });
  store.flush();
  try {
    await fileSystem.writeMarker(record.localPath, formatMarker({ id: record.marker, epoch }));
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    return log.warn(`The marker of ${record.localPath} could not be renewed.`, { reason: error.message });
  }
  store.transaction(() => noteEpoch(root, epoch));
}
