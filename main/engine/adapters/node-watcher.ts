import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Watcher } from '../ports/watcher.ts';
import { createChokidarWatcher } from './chokidar-watcher.ts';
import { createDirectoryWatcher } from './directory-watcher.ts';

/** chokidar adds some 4 KB a file to the memory that is never given back; from here on that is too much. */
const SMALL_ROOT_ENTRIES = 2000;

/**
 * The `Watcher` port as this machine serves it best: chokidar where the system watches recursively (macOS, Windows) and for
 * small roots, one watch per directory for large ones.
 */
export function createNodeWatcher(platform: NodeJS.Platform = process.platform): Watcher {
  const chokidar = createChokidarWatcher();
  const directories = createDirectoryWatcher();
  return {
    async watch(root, listener) {
      const isRecursive = platform === 'darwin' || platform === 'win32';
      const watcher = isRecursive || (await isSmall(root)) ? chokidar : directories;
      return watcher.watch(root, listener);
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
