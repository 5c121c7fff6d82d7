import { type FSWatcher, mkdirSync, renameSync, rmSync, watch } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createDirectoryWatcher } from '../../../../../../main/engine/adapters/watch/directory-watcher.ts';
import { watcherSuite } from '../../../../../suites/disk/watcher.ts';
import { openRealWatch } from '../../../../../support/engine/real-watch.ts';

watcherSuite('directory', () => openRealWatch(createDirectoryWatcher()));

/** Counts the watches that are closed: all, and the most in one turn of the event loop. */
function closedWatches(folder: string): { readonly all: number; readonly mostInATurn: number } {
  const counts = { all: 0, mostInATurn: 0 };
  const probe = watch(folder);
  const prototype = Object.getPrototypeOf(probe) as FSWatcher;
  const close = prototype.close;
  let inThisTurn = 0;
  vi.spyOn(prototype, 'close').mockImplementation(function (this: FSWatcher) {
    if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0));
    inThisTurn += 1;
    counts.all += 1;
    counts.mostInATurn = Math.max(counts.mostInATurn, inThisTurn);
    close.call(this);
  });
  close.call(probe);
  return counts;
}

test('[E120] the removal of many folders, and of their watches, leaves other work its turn', {
  timeout: 60_000,
}, async () => {
  const bench = await openRealWatch(createDirectoryWatcher());
  const names = Array.from({ length: 6000 }, (_, at) => `n${at}`);
  for (const name of names) mkdirSync(`${bench.root}/a/${name}`, { recursive: true });
  const elsewhere = `${bench.root}-elsewhere`;
  await bench.folder(elsewhere);
  const watching = await bench.watcher.watch(bench.root, {
    hint: () => undefined,
    renew: () => undefined,
    blind: () => undefined,
  });
  const closed = closedWatches(elsewhere);
  for (const name of names) renameSync(`${bench.root}/a/${name}`, `${elsewhere}/${name}`);
  await vi.waitFor(() => expect(closed.all).toBe(names.length), { timeout: 45_000 });
  expect(closed.mostInATurn).toBeLessThanOrEqual(200);
  await watching.close();
  await bench.dispose();
});

test('[E118] folders that are gone before they can be watched are no trouble', { timeout: 60_000 }, async () => {
  const bench = await openRealWatch(createDirectoryWatcher());
  const hints = new Set<string>();
  const troubles: unknown[] = [];
  const watch = await bench.watcher.watch(bench.root, {
    hint: (folder) => hints.add(folder),
    renew: (reason) => troubles.push(reason),
    blind: (trouble) => troubles.push(trouble),
  });
  // Gone at each point between the event of a folder and its watch.
  for (let turns = 0; turns < 300; turns++) {
    const folder = `${bench.root}/n${turns}`;
    mkdirSync(`${folder}/a/b/c`, { recursive: true });
    for (let turn = 0; turn < turns % 30; turn++) await nextTurn();
    rmSync(folder, { recursive: true });
  }
  await bench.folder(`${bench.root}/last`);
  await vi.waitFor(() => expect(hints).toContain(`${bench.root}/last`), { timeout: 45_000 });
  expect(troubles).toEqual([]);
  await watch.close();
  await bench.dispose();
});
