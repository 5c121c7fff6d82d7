import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNodeClock } from '../../../../../../main/engine/adapters/node-clock.ts';
import { createNodeWatcher } from '../../../../../../main/engine/adapters/watch/node-watcher.ts';
import { createHints } from '../../../../../../main/engine/root/schedule/hints.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

test.each(['linux', 'darwin'] as const)(
  'a save, a new nested folder and a move reach the local tree by the watcher alone (as on %s)',
  async (platform) => {
    await root.write('docs/old', 'x');
    await root.observer.scanAll();
    root.syncAll();
    const before = root.row('docs/old').id;
    const clock = createNodeClock();
    const hints = createHints({ quietMs: 100, longestMs: 1_000 });
    const watch = await createNodeWatcher(platform).watch(root.path, {
      hint: (directory) => hints.add(directory, clock.nowMs()),
      renew: hints.addAll,
      blind: hints.addAll,
    });
    let isStopped = false;
    const following = (async () => {
      while (!isStopped) {
        const { all, folders } = hints.take(clock.nowMs());
        if (all) await root.observer.scanAll();
        else if (folders.length > 0) await root.observer.scanDirectories(folders);
        await clock.sleep(20);
      }
    })();

    await root.write('docs/new', 'x');
    await vi.waitFor(() => expect(root.tree()).toContain('docs/new'), { timeout: 8000 });
    await root.write('a/b/c/deep', 'x');
    await vi.waitFor(() => expect(root.tree()).toContain('a/b/c/deep'), { timeout: 8000 });
    await root.fileSystem.move(root.at('docs/old'), root.at('a/b/moved'));
    await vi.waitFor(() => expect(root.row('a/b/moved').id).toBe(before), { timeout: 8000 });

    await watch.close();
    isStopped = true;
    await following;
  },
);
