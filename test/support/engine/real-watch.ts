import { closeSync, openSync, writeSync } from 'node:fs';
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
    burst: (folder, changes) => {
      // In turn, since the system merges equal events that follow each other.
      const files = ['one', 'other'].map((name) => openSync(join(folder, name), 'a'));
      for (let at = 0; at < changes; at += files.length) for (const file of files) writeSync(file, 'x');
      for (const file of files) closeSync(file);
    },
    folder: async (path) => {
      await mkdir(path, { recursive: true });
    },
    rename,
    remove: (path) => rm(path, { recursive: true }),
    dispose: () => rm(base, { recursive: true }),
  };
}
