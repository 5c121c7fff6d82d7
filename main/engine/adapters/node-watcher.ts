import { join } from 'node:path';
import { readdir } from '../../disk/disk.ts';
import type { Watcher } from '../ports/watcher.ts';
import { createDirectoryWatcher } from './directory-watcher.ts';

/** chokidar adds some 4 KB a file to the memory that is never given back; from here on that is too much. */
const SMALL_ROOT_ENTRIES = 2000;

/**
 * The `Watcher` port as this machine serves it best: chokidar where the system watches recursively (macOS, Windows) and for
 * small roots, one watch per directory for large ones.
 */
export function createNodeWatcher(platform: NodeJS.Platform = process.platform): Watcher {
  const directories = createDirectoryWatcher();
  return {
    async watch(root, listener) {
      const isRecursive = platform === 'darwin' || platform === 'win32';
      if (!isRecursive && !(await isSmall(root))) return directories.watch(root, listener);
      // Read here, since most commands watch nothing.
      const { createChokidarWatcher } = await import('./chokidar-watcher.ts');
      return createChokidarWatcher().watch(root, listener);
    },
  };
}

/** Counts names until there are too many. What cannot be read is told by the watcher itself. */
async function isSmall(root: string): Promise<boolean> {
  let entries = 0;
  const waiting = [root];
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const found = await readdir(directory, { withFileTypes: true }).catch(() => []);
    entries += found.length;
    if (entries > SMALL_ROOT_ENTRIES) return false;
    for (const entry of found) if (entry.isDirectory()) waiting.push(join(directory, entry.name));
  }
  return true;
}
