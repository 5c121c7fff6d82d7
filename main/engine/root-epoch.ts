import { formatMarker, parseMarker } from './model/root-marker.ts';
import { FileSystemError } from './ports/file-system.ts';
import type { RootContext } from './root-context.ts';
import type { RootStore } from './store/root-store.ts';

/** The text of the last start, and of one whose writing may have been interrupted. */
const EPOCH = 'epoch';
const NEXT = 'next_epoch';

/**
 * Each start writes a random text, the epoch, into the store and into the marker of the folder. Where the two differ, one of them
 * is older than the other or a copy (a backup was put back, an image, a copied state), and what is known of the folder may be
 * neither what it was nor what it became (edge case 116).
 */
export function isOfEpoch(root: RootStore, epoch: string | null): boolean {
  const next = root.note(NEXT);
  return epoch === root.note(EPOCH) || (next !== null && epoch === next);
}

/** What a new link, or one that was begun anew, has in its marker. */
export function noteEpoch(root: RootStore, epoch: string): void {
  root.setNote(EPOCH, epoch);
  root.setNote(NEXT, null);
}

/**
 * Begins the epoch of this start. The next text is on the disk of the store before it is in the folder, so that a crash or a loss of
 * power between the two is told from a mismatch. A folder that cannot be written keeps the text that it has.
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
