import { open } from '../../../disk/disk.ts';
import { errnoOf } from './system-error.ts';

/** Resolves when the names in a directory, as they are now, are on the disk. */
export type DirectoryFlusher = (directory: string) => Promise<void>;

/**
 * A rename is on the disk only when its directory was flushed; without that a power cut could undo it after it was
 * recorded, and the missing file would look like a deletion. Many files land in one directory at once: whoever comes while
 * a flush runs waits for the next one, which covers all who wait.
 */
export function createDirectoryFlusher(): DirectoryFlusher {
  const running = new Map<string, { current: Promise<void>; next: Promise<void> | null }>();

  const start = (directory: string): Promise<void> => {
    const current = flush(directory).finally(() => {
      if (running.get(directory)?.next === null) running.delete(directory);
    });
    running.set(directory, { current, next: null });
    return current;
  };

  return (directory) => {
    const slot = running.get(directory);
    if (slot === undefined) return start(directory);
    // The failure of the flush before is told to those who waited for it.
    slot.next ??= slot.current.then(
      () => start(directory),
      () => start(directory),
    );
    return slot.next;
  };
}

async function flush(directory: string): Promise<void> {
  // Windows writes names through by itself and refuses to open directories.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } catch (error) {
    const errno = errnoOf(error);
    // Network and FUSE disks that cannot flush a directory: there is nothing more that we could do.
    if (errno !== 'EINVAL' && errno !== 'ENOTSUP' && errno !== 'EPERM') throw error;
  } finally {
    await handle.close();
  }
}
