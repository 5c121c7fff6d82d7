import { basename, dirname, resolve } from 'node:path';
import { watch as watchWithChokidar } from 'chokidar';
import { isWithin, namesBelow } from '../../model/disk-path.ts';
import { STATE_FOLDER } from '../../model/names/state-folder.ts';
import type { Watcher, WatchListener } from '../../ports/watcher.ts';
import { errnoOf } from '../node-file-system/system-error.ts';
import { createEventBacklog, MANY_CHANGES } from './event-backlog.ts';
import { untilClosed } from './until-closed.ts';
import { watchTrouble } from './watch-trouble.ts';
import { openWatchedRoot } from './watched-root.ts';

/** The size up to which a root may be watched so. */
export type RootLimit = { readonly entries: number; isKept(root: string): Promise<boolean> };

const LOST = 'The system reports that changes were missed.';
const GROWN = 'The folder has grown too large for its watch.';

/**
 * The `Watcher` port on chokidar, watching directories only; each raw event names the directory to rescan. The first scan still
 * stats every file and never frees that memory (about 4 KB a file), so use it for small roots and on systems with a native
 * recursive watch. With a `limit`, a root that has grown beyond it asks for another watch.
 */
export function createChokidarWatcher(limit: RootLimit | null = null): Watcher {
  return {
    async watch(root, given, without = []) {
      const listener = untilClosed(given);
      const isOwn = (path: string): boolean =>
        namesBelow(root, path).split('/').includes(STATE_FOLDER) || without.some((own) => isWithin(path, own));
      const watchedRoot = await openWatchedRoot(root, listener);
      const isTooMany = createEventBacklog();
      const noteEntry = limit === null ? () => undefined : countEntries(root, limit, listener);
      const watcher = watchWithChokidar(root, {
        ignoreInitial: true,
        followSymlinks: false,
        atomic: false,
        ignored: (path, stats) => {
          noteEntry();
          return isOwn(resolve(path)) || (stats !== undefined && !stats.isDirectory());
        },
      });
      const hint = (directory: string): void => {
        if (!isOwn(directory)) listener.hint(directory);
      };
      watcher.on('raw', (event, name, details) => {
        const watched = watchedPathOf(details) ?? root;
        const path = name === null ? watched : resolve(watched, name);
        if (basename(path) !== STATE_FOLDER) hint(name === null ? watched : dirname(path));
        // Windows reports events that did not fit into its buffer as one without a name.
        if (name === null) listener.renew(LOST);
        else if (isTooMany()) listener.renew(MANY_CHANGES);
        if (event === 'rename' && name !== null && watched === resolve(root)) void watchedRoot.noteRename(name);
      });
      // New directory: its watch is in place before anyone can list it, so no change is missed.
      watcher.on('addDir', (path) => hint(resolve(path)));
      watcher.on('unlinkDir', (path) => {
        hint(dirname(resolve(path)));
        // chokidar may notice it by its own look, before the system reports the end of the watch.
        if (resolve(path) === resolve(root)) watchedRoot.noteGone();
      });
      watcher.on('error', (error) => listener.blind(watchTrouble(errnoOf(error), root)));
      await new Promise<void>((ready) => watcher.once('ready', ready));
      const close = (): Promise<void> => {
        listener.close();
        return watcher.close();
      };
      return { check: watchedRoot.check, close };
    },
  };
}

/** chokidar looks at each new entry before it keeps it in memory. After as many looks as the limit, the root is counted again. */
function countEntries(root: string, limit: RootLimit, listener: Pick<WatchListener, 'renew'>): () => void {
  let looks = 0;
  let isCounting = false;
  return () => {
    looks += 1;
    if (isCounting || looks < limit.entries) return;
    [looks, isCounting] = [0, true];
    void limit.isKept(root).then((isKept) => {
      isCounting = false;
      if (!isKept) listener.renew(GROWN);
    });
  };
}

/** chokidar types the details of a raw event as `any`. */
function watchedPathOf(details: unknown): string | null {
  if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return null;
  return typeof details.watchedPath === 'string' ? resolve(details.watchedPath) : null;
}
