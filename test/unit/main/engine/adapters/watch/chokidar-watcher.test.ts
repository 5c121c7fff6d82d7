import fs, { type FSWatcher, type WatchListener as FsListener } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { createChokidarWatcher } from '../../../../../../main/engine/adapters/watch/chokidar-watcher.ts';
import { watcherSuite } from '../../../../../suites/disk/watcher.ts';
import { openRealWatch } from '../../../../../support/engine/real-watch.ts';

watcherSuite('chokidar', () => openRealWatch(createChokidarWatcher()));

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('[E118] lost events, which Windows reports as a change without a name, ask for another watch', async () => {
  const { watch: real } = fs;
  const system: FsListener<string>[] = [];
  vi.spyOn(fs, 'watch').mockImplementation(((
    path: string,
    options: object,
    listener: FsListener<string>,
  ): FSWatcher => {
    system.push(listener);
    return real(path, options, listener);
  }) as typeof fs.watch);
  syncBuiltinESMExports();
  const bench = await openRealWatch(createChokidarWatcher());
  const renewals: string[] = [];
  const hints = new Set<string>();
  const watch = await bench.watcher.watch(bench.root, {
    hint: (folder) => hints.add(folder),
    renew: (reason) => renewals.push(reason),
    blind: ({ why }) => renewals.push(why),
  });
  expect(renewals).toEqual([]);
  for (const listener of system) listener('change', null);
  expect(renewals).not.toEqual([]);
  expect(hints).toContain(bench.root);
  await watch.close();
  await bench.dispose();
});
