import { open } from '../../../disk/disk.ts';
import { errnoOf } from './system-error.ts';

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
    const current = flush(directory).finally(() => {
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

async function flush(directory: string): Promise<void> {
  // Windows writes names through on its own and can't open directories.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } catch (error) {
    const errno = errnoOf(error);
    // Network and FUSE disks that can't flush a directory: nothing more can be done.
    if (errno !== 'EINVAL' && errno !== 'ENOTSUP' && errno !== 'EPERM') throw error;
  } finally {
    await handle.close();
  }
}
