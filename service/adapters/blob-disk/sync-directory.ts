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
