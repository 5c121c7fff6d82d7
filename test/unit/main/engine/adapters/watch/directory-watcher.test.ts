import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createDirectoryWatcher } from '../../../../../../main/engine/adapters/watch/directory-watcher.ts';
import { watcherSuite } from '../../../../../suites/disk/watcher.ts';
import { openRealWatch } from '../../../../../support/engine/real-watch.ts';

watcherSuite('directory', () => openRealWatch(createDirectoryWatcher()));

/** The processor time of the longest turn of this thread since the start. */
function longestTurn(): { stop(): number } {
  let [isStopped, longestMs, start] = [false, 0, process.threadCpuUsage()];
  const sample = (): void => {
    const { user, system } = process.threadCpuUsage(start);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    start = process.threadCpuUsage();
    if (!isStopped) setImmediate(sample);
  };
  setImmediate(sample);
  return {
    stop: () => {
      isStopped = true;
      return longestMs;
    },
  };
}

test('[E120] the removal of many folders, and of their watches, leaves other work its turn', {
  timeout: 60_000,
}, async () => {
  const bench = await openRealWatch(createDirectoryWatcher());
  const names = Array.from({ length: 6000 }, (_, at) => `n${at}`);
  for (const name of names) mkdirSync(`${bench.root}/a/${name}`, { recursive: true });
  const elsewhere = `${bench.root}-elsewhere`;
  await bench.folder(elsewhere);
  const hints = new Set<string>();
  const watch = await bench.watcher.watch(bench.root, {
    hint: (folder) => hints.add(folder),
    renew: () => undefined,
    blind: () => undefined,
  });
  for (const name of names) renameSync(`${bench.root}/a/${name}`, `${elsewhere}/${name}`);
  const longest = longestTurn();
  await vi.waitFor(() => expect(hints).toContain(`${bench.root}/a`), { timeout: 45_000 });
  await bench.folder(`${bench.root}/a/last`);
  await vi.waitFor(() => expect(hints).toContain(`${bench.root}/a/last`), { timeout: 45_000 });
  // A tenth of a second goes to the events, which come in one turn.
  expect(longest.stop()).toBeLessThan(300);
  await watch.close();
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
