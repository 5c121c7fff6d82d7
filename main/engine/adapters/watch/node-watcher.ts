import { join } from 'node:path';
import { readdir } from '../../../disk/disk.ts';
import type { Watcher } from '../../ports/watcher.ts';
import { createDirectoryWatcher } from './directory-watcher.ts';

/** chokidar adds about 4 KB per file that it never frees; from this size on that is too much. */
const SMALL_ROOT_ENTRIES = 2000;

/**
 * The `Watcher` port best suited to this machine: chokidar where the system watches recursively (macOS, Windows) and for small
 * roots, one watch per directory for large ones. A small root that grows asks for another watch.
 */
export function createNodeWatcher(platform: NodeJS.Platform = process.platform): Watcher {
  const directories = createDirectoryWatcher();
  return {
    async watch(root, listener, without) {
      const isRecursive = platform === 'darwin' || platform === 'win32';
      if (!isRecursive && !(await isSmall(root))) return directories.watch(root, listener, without);
      // Imported lazily, since most commands watch nothing.
      const { createChokidarWatcher } = await import('./chokidar-watcher.ts');
      const limit = isRecursive ? null : { entries: SMALL_ROOT_ENTRIES, isKept: isSmall };
      return createChokidarWatcher(limit).watch(root, listener, without);
    },
  };
}

/** Counts names up to the limit. The watcher itself reports folders that it can't read. */
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
