import { open } from 'node:fs/promises';

/**
 * Flushes the entries of a directory: after it, a rename or a link in there survives a power cut. Windows has no such call
 * and flushes names with their files.
 */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The flush of a directory that runs, and the one that begins after it for those who came meanwhile. */
interface Flushes {
  readonly running: Promise<void>;
  next?: Promise<void>;
}

/**
 * Flushes of directories, shared by those that wait for the same directory. Nobody is given a flush that had begun before
 * the call: it may not hold what the caller did last. Rejects for all who shared a flush that failed.
 */
export function sharedFlushes(sync: (directory: string) => Promise<void>): (directory: string) => Promise<void> {
  const byDirectory = new Map<string, Flushes>();

  const begin = async (directory: string): Promise<void> => {
    const flushes: Flushes = { running: sync(directory) };
    byDirectory.set(directory, flushes);
    try {
      await flushes.running;
    } finally {
      // With a next one waiting, that one takes the place.
      if (!flushes.next) byDirectory.delete(directory);
    }
  };

  return async (directory) => {
    const flushes = byDirectory.get(directory);
    if (!flushes) return begin(directory);
    const ended = async () => begin(directory);
    flushes.next ??= flushes.running.then(ended, ended);
    return flushes.next;
  };
}
