import { open } from 'node:fs/promises';

/**
 * Flushes the entries of a directory, so that a rename or a link in it survives a power cut. Windows has no such call and flushes
 * names together with their files.
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

/** The flush that is running, and the one that starts after it for later callers. */
interface Flushes {
  readonly running: Promise<void>;
  next?: Promise<void>;
}

/**
 * Shares one flush among all callers that wait for the same directory. A caller never joins a flush that started before its call,
 * since that flush may miss its last change. Rejects for every caller of a failed flush.
 */
export function sharedFlushes(sync: (directory: string) => Promise<void>): (directory: string) => Promise<void> {
  const byDirectory = new Map<string, Flushes>();

  const begin = async (directory: string): Promise<void> => {
    const flushes: Flushes = { running: sync(directory) };
    byDirectory.set(directory, flushes);
    try {
      await flushes.running;
    } finally {
      // The next flush, if there is one, takes over the map entry.
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
