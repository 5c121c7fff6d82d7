import { basename, join } from 'node:path';
import { lstat } from '../../../disk/disk.ts';
import type { WatchListener } from '../../ports/watcher.ts';
import { errnoOf } from '../node-file-system/system-error.ts';

/** The root of a watch, which may be gone from its path, or be there again, before anyone looks. */
export type WatchedRoot = {
  /** Asks for a renewal if this `rename`, reported in the root, is the end of its watch. */
  noteRename(name: string): Promise<void>;
  /** The watcher says itself that its folder is gone; one that is there again by now may be another. */
  noteGone(): void;
  check(): Promise<void>;
};

/** To be called before the root is watched: a volume mounted in between is then noticed. */
export async function openWatchedRoot(root: string, listener: Pick<WatchListener, 'renew'>): Promise<WatchedRoot> {
  const watched = await lookAt(root);
  return {
    // Linux reports the end of a watch (IN_UNMOUNT, IN_DELETE_SELF, IN_IGNORED) under the folder's own name, like the change of a child.
    noteRename: async (name) => {
      if (name === basename(root) && (await lookAt(join(root, name))) === 'missing') listener.renew(ENDED);
    },
    noteGone: () => listener.renew(ENDED),
    check: async () => {
      const found = await lookAt(root);
      if (found === 'missing' || found === 'unknown') return;
      const isSame = typeof watched === 'object' && watched.dev === found.dev && watched.ino === found.ino;
      if (!isSame) listener.renew(REPLACED);
    },
  };
}

const ENDED = 'The watched folder was removed or its volume unmounted.';
const REPLACED = 'Another folder is at the path of the watched one.';

type Place = { readonly dev: bigint; readonly ino: bigint } | 'missing' | 'unknown';

async function lookAt(path: string): Promise<Place> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'missing' : 'unknown';
  }
}
