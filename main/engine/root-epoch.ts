import type { EngineParts } from './engine-parts.ts';
import { EPOCH, isOfEpoch, NEXT, noteEpoch } from './epoch-notes.ts';
import { formatMarker, parseMarker } from './model/root-marker.ts';
import { FileSystemError, type FileSystemErrorCode } from './ports/file-system.ts';
import type { RootContext } from './root-context.ts';

/** What says that another folder, or none, is where the marker was read. */
const WENT: ReadonlySet<FileSystemErrorCode> = new Set(['changed', 'not_found']);

type Beginning = Pick<RootContext, 'record' | 'root'> & {
  readonly parts: Pick<EngineParts, 'store' | 'fileSystem' | 'random' | 'log'>;
};

/**
 * Begins an epoch. The next text is on the disk of the store before it is in the folder, so that a crash or a loss of power between
 * the two is told from a mismatch. A folder that cannot be written keeps the text that it has. Rejects with `FileSystemError` when the
 * folder cannot be read, or went meanwhile: until it is there again, both texts are its own.
 */
export async function beginEpoch({ parts, record, root }: Beginning): Promise<void> {
  const { fileSystem, random, store, log } = parts;
  const text = await fileSystem.readMarker(record.localPath);
  const found = text === null ? null : { text, ...parseMarker(text) };
  // Not our folder any more: whoever looks at it next says so.
  if (found?.id !== record.marker || !isOfEpoch(root, found.epoch)) return;
  const epoch = random.token(16);
  store.transaction(() => {
    root.setNote(EPOCH, found.epoch);
    root.setNote(NEXT, epoch);
  });
  store.flush();
  try {
    // Only over the one that was read: a volume that went since may have left an empty folder in its place (edge case 68).
    await fileSystem.writeMarker(record.localPath, formatMarker({ id: record.marker, epoch }), { marker: found.text });
  } catch (error) {
    if (!(error instanceof FileSystemError) || WENT.has(error.code)) throw error;
    return log.warn(`The marker of ${record.localPath} could not be renewed.`, { reason: error.message });
  }
  store.transaction(() => noteEpoch(root, epoch));
}
