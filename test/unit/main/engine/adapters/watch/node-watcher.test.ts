import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNodeWatcher } from '../../../../../../main/engine/adapters/watch/node-watcher.ts';
import type { Watch } from '../../../../../../main/engine/ports/watcher.ts';
import type { WatchBench } from '../../../../../suites/disk/watcher.ts';
import { openRealWatch } from '../../../../../support/engine/real-watch.ts';

const WAIT = { timeout: 45_000, interval: 20 };

let bench: WatchBench;
let watch: Watch | null = null;
let renewals: string[];
let hints: Set<string>;

const start = async (platform: NodeJS.Platform): Promise<void> => {
  await watch?.close();
  renewals = [];
  hints = new Set();
  watch = await createNodeWatcher(platform).watch(bench.root, {
    hint: (folder) => hints.add(folder),
    renew: (reason) => renewals.push(reason),
    blind: ({ why }) => renewals.push(why),
  });
};
/** One file after the other, as a copy program writes them. */
const fill = async (folder: string, files: number): Promise<void> => {
  await bench.folder(folder);
  for (let at = 0; at < files; at++) await bench.write(`${folder}/${at}`, '');
};
const grown = (): unknown => vi.waitFor(() => expect(renewals).toContainEqual(expect.stringContaining('grown')), WAIT);

beforeEach(async () => {
  bench = await openRealWatch(createNodeWatcher('linux'));
});
afterEach(async () => {
  await watch?.close();
  watch = null;
  await bench.dispose();
});

test('on Linux, a root that is filled while it is watched asks for the watch of large roots', {
  timeout: 60_000,
}, async () => {
  await start('linux');
  await fill(`${bench.root}/a`, 1500);
  await vi.waitFor(() => expect(hints).toContain(`${bench.root}/a`), WAIT);
  expect(renewals).toEqual([]);
  await fill(`${bench.root}/b`, 1500);
  await grown();
  await start('linux');
  await fill(`${bench.root}/c`, 1500);
  await vi.waitFor(() => expect(hints).toContain(`${bench.root}/c`), WAIT);
  expect(renewals).toEqual([]);
});

test('so does one into which a large folder is moved', { timeout: 60_000 }, async () => {
  await start('linux');
  const folder = `${bench.root}-before`;
  await fill(folder, 2500);
  await bench.rename(folder, `${bench.root}/moved`);
  await grown();
});
