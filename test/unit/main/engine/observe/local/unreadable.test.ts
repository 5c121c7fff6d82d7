import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLocalObserver, type LocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import { FileSystemError } from '../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

/** Files, observed and synced. */
async function given(...paths: string[]): Promise<void> {
  for (const path of paths) await root.write(path, `content of ${path}`);
  await root.observer.scanAll();
  root.syncAll();
}

/** An observer that is refused this folder. Its clock stands still unless told otherwise. */
function refused(folder: string, nowMs: () => number = () => 0): LocalObserver {
  const locked = root.at(folder);
  const error = new FileSystemError('denied', locked, 'denied');
  const { fileSystem } = root.parts;
  return createLocalObserver({
    ...root.parts,
    clock: { ...root.parts.clock, nowMs },
    fileSystem: {
      ...fileSystem,
      list: (path) => (path === locked ? Promise.reject(error) : fileSystem.list(path)),
      async *walk(path, enter, signal) {
        for await (const result of fileSystem.walk(path, enter, signal)) {
          const at = result.ok ? result.listing.path : result.path;
          yield at === locked ? { ok: false, path: locked, error } : result;
        }
      },
    },
  });
}

test('[E72] [E73] an unreadable folder keeps its rows in the tree, and is reported', async () => {
  await given('locked/a', 'open/b');
  await rm(root.at('locked/a'));
  const report = await refused('locked').scanDirectories([root.at('locked'), root.at('open')]);
  expect(report.unreadable).toEqual([{ path: 'locked', error: expect.objectContaining({ code: 'denied' }) }]);
  expect(report.settleAtMs).toBeNull();
  expect(root.tree()).toEqual(['locked/', 'locked/a', 'open/', 'open/b']);
});

test('[E73] a file whose name another one took is not deleted while a folder that may hold it is unreadable', async () => {
  await given('a.txt', 'locked/b.txt');
  const { id } = root.row('a.txt');
  await rename(root.at('a.txt'), root.at('aside'));
  await rename(root.at('locked/b.txt'), root.at('a.txt'));
  await rename(root.at('aside'), root.at('locked/b.txt'));
  const observer = refused('locked');
  await observer.scanDirectories([root.at('locked'), root.path]);
  expect(root.store.local(id)).toBeDefined();
  await observer.settleMissing();
  expect(root.store.local(id)).toBeDefined();

  await root.scan('', 'locked');
  expect(root.row('locked/b.txt').id).toBe(id);
  expect(root.store.missing()).toEqual([]);
});

test('[E73] [E109] while a folder is unreadable a missing item may be in it: for five minutes, also if the clock is set back', async () => {
  await given('a', 'locked/b');
  const observer = refused('locked', root.parts.clock.nowMs);
  const MINUTE_MS = 60_000;
  await rm(root.at('a'));
  await observer.scanDirectories([root.path]);
  for (const passedMs of [2_000, -20 * MINUTE_MS, 20 * MINUTE_MS, 4 * MINUTE_MS]) {
    root.advance(passedMs);
    await observer.settleMissing();
    expect(root.tree(), `after ${passedMs} ms`).toEqual(['a', 'locked/', 'locked/b']);
  }
  root.advance(MINUTE_MS);
  await observer.settleMissing();
  expect(root.tree()).toEqual(['locked/', 'locked/b']);
});

test('[E73] a never-synced file that vanished from a folder that cannot be read is looked for again after a rest', async () => {
  await given();
  await root.write('locked/new', 'new');
  await root.observer.scanAll();
  await rm(root.at('locked/new'));
  await root.scan('locked');
  root.advance(10_000);
  const { nowMs } = root.parts.clock;
  const { settleAtMs } = await refused('locked', nowMs).settleMissing();
  expect(root.tree()).toEqual(['locked/', 'locked/new']);
  expect(settleAtMs).toBeGreaterThan(nowMs());
  root.advance((settleAtMs ?? 0) - nowMs());
  expect((await root.observer.settleMissing()).settleAtMs).toBeNull();
  expect(root.tree()).toEqual(['locked/']);
});
