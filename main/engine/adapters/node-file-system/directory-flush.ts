import { dirname } from 'node:path';
import { mkdir, stat } from '../../../disk/disk.ts';
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

/** Creates a private folder with the missing ones above it, from the top down. All of them survive a power cut. */
export async function makePrivateFolder(flush: DirectoryFlusher, folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makePrivateFolder(flush, dirname(folder));
  try {
    await mkdir(folder, 0o700);
  } catch (error) {
    // Another call was faster; its own flush may still be running.
    if (!(await isFolder(folder))) throw error;
  }
  await flush(dirname(folder));
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
