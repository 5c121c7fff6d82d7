import { dirname } from 'node:path';
import { mkdir } from '../../../disk/disk.ts';
import { flushDirectory } from '../../../disk/flush-directory.ts';

/** Resolves when the current names in a directory are on disk. */
export type DirectoryFlusher = (directory: string) => Promise<void>;

/**
 * A rename is durable only after its directory is flushed. Without the flush, a power cut could undo a recorded rename, and the
 * missing file would look like a deletion. Many files land in one directory at once, so callers that arrive during a flush share
 * the next one.
 */
export function createDirectoryFlusher(): DirectoryFlusher {
  const running = new Map<string, { current: Promise<void>; next: Promise<void> | null }>();

  const start = (directory: string): Promise<void> => {
    const current = flushDirectory(directory).finally(() => {
      if (running.get(directory)?.next === null) running.delete(directory);
    });
    running.set(directory, { current, next: null });
    return current;
  };

  return (directory) => {
    const slot = running.get(directory);
    if (slot === undefined) return start(directory);
    // Only the callers of the previous flush get its failure.
    slot.next ??= slot.current.then(
      () => start(directory),
      () => start(directory),
    );
    return slot.next;
  };
}

/** Creates a private folder with the missing ones above it, all of which survive a power cut. */
export async function makePrivateFolder(flush: DirectoryFlusher, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let above = dirname(folder); ; above = dirname(above)) {
    await flush(above);
    if (above === dirname(first) || above === dirname(above)) return;
  }
}
