import { formatMarker, parseMarker } from '../model/root-marker.ts';
import { FileSystemError, type FileSystemErrorCode } from '../ports/file-system.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';
import { EPOCH, isOfEpoch, NEXT, noteEpoch } from './epoch-notes.ts';

/** Errors which show that the folder at the marker's path was replaced or removed. */
const WENT: ReadonlySet<FileSystemErrorCode> = new Set(['changed', 'not_found']);

type Beginning = Pick<RootContext, 'record' | 'root'> & {
  readonly parts: Pick<EngineParts, 'store' | 'fileSystem' | 'random' | 'log'>;
};

/**
 * Begins an epoch. The next epoch is flushed to the store before it is written to the folder, so that a crash or power loss between the two
 * is not taken for a mismatch. A read-only folder keeps its current epoch. Rejects with `FileSystemError` if the folder cannot be read or
 * disappears meanwhile; until it is back, both epochs are valid.
 */
export async function beginEpoch({ parts, record, root }: Beginning): Promise<void> {
  const { fileSystem, random, store, log } = parts;
  const text = await fileSystem.readMarker(record.localPath);
  const found = text === null ? null : { text, ...parseMarker(text) };
  // No longer our folder: the next scan reports it.
  if (found?.id !== record.marker || !isOfEpoch(root, found.epoch)) return;
  const epoch = random.token(16);
  store.transaction(() => {
    root.setNote(EPOCH, found.epoch);
    root.setNote(NEXT, epoch);
  });
  store.flush();
  try {
    // Overwrite only the marker that was read: an unmounted volume may have left an empty folder in its place (edge case 68).
    await fileSystem.writeMarker(record.localPath, formatMarker({ id: record.marker, epoch }), { marker: found.text });
  } catch (error) {
    if (!(error instanceof FileSystemError) || WENT.has(error.code)) throw error;
    return log.warn(`The marker of ${record.localPath} could not be renewed.`, { reason: error.message });
  }
  store.transaction(() => noteEpoch(root, epoch));
}
