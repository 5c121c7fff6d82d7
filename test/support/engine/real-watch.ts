import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Watcher } from '../../../main/engine/ports/watcher.ts';
import type { WatchBench } from '../../suites/disk/watcher.ts';

/** One of this machine's watchers on a root of real files. */
export async function openRealWatch(watcher: Watcher): Promise<WatchBench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'tandem-watch-')));
  const root = join(base, 'disk', 'files');
  await mkdir(root, { recursive: true });
  return {
    watcher,
    root,
    write: (path, text) => writeFile(path, text),
    folder: async (path) => {
      await mkdir(path, { recursive: true });
    },
    rename,
    remove: (path) => rm(path, { recursive: true }),
    dispose: () => rm(base, { recursive: true }),
  };
}
