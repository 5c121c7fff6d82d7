import { rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalListing } from '../../../../../../main/engine/model/observation.ts';
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

/** An observer that cannot look at these items in the listings of their folders. */
function blindTo(closed: ReadonlySet<string>, nowMs: () => number = () => 0): LocalObserver {
  const { fileSystem } = root.parts;
  const see = (listing: LocalListing): LocalListing => ({
    ...listing,
    entries: listing.entries.map(({ name, stat }) =>
      closed.has(relative(root.path, join(listing.path, name)))
        ? { name, stat: { ...stat, kind: 'unreadable' } }
        : { name, stat },
    ),
  });
  return createLocalObserver({
    ...root.parts,
    clock: { ...root.parts.clock, nowMs },
    fileSystem: {
      ...fileSystem,
      list: async (path) => see(await fileSystem.list(path)),
      async *walk(path, enter, signal) {
        for await (const result of fileSystem.walk(path, enter, signal))
          yield result.ok ? { ok: true, listing: see(result.listing) } : result;
      },
    },
  });
}

test('[P87] [E73] an item that cannot be looked at stays, and the rest of its folder is scanned', async () => {
  await given('disk/a', 'b', 'c');
  await rm(root.at('b'));
  await root.write('new', 'new');
  const report = await blindTo(new Set(['disk'])).scanAll();
  expect(report.unreadable).toEqual([{ path: 'disk', error: expect.objectContaining({ code: 'io' }) }]);
  expect(root.tree()).toEqual(['b', 'c', 'disk/', 'disk/a', 'new']);
  expect(root.store.missing().map(({ localId }) => root.store.local(localId)?.name)).toEqual(['b']);
  expect((await root.observer.scanAll()).unreadable).toEqual([]);
});

test('[P87] [E73] a missing item may be in one that cannot be looked at: for five minutes', async () => {
  await given('a', 'disk/b');
  const observer = blindTo(new Set(['disk']), root.parts.clock.nowMs);
  await rm(root.at('a'));
  await observer.scanAll();
  root.advance(4 * 60_000);
  await observer.settleMissing();
  expect(root.tree()).toContain('a');
  root.advance(60_000);
  await observer.settleMissing();
  expect(root.tree()).toEqual(['disk/', 'disk/b']);
});

test('[P69] [E73] while a rule file that was never read cannot be looked at, its folder is not scanned', async () => {
  await given('docs/a');
  await root.write('docs/.tandemignore', '*.env');
  await root.write('docs/.env', 'secret');
  const observer = blindTo(new Set(['docs/.tandemignore']));
  await observer.scanAll();
  expect(root.tree()).toEqual(['docs/', 'docs/a']);
  // [P89] What a scan saw before the file came stays here too.
  expect([observer.takesIn('docs/new', false), observer.takesIn('new', false)]).toEqual([false, true]);
});

test('[P69] [E73] a rule file that can no longer be looked at excludes the same items', async () => {
  await root.write('docs/.tandemignore', '*.env');
  await root.write('docs/.env', 'secret');
  const closed = new Set<string>();
  const observer = blindTo(closed);
  await observer.scanAll();
  closed.add('docs/.tandemignore');
  await observer.scanAll();
  expect(root.tree()).toEqual(['docs/', 'docs/.tandemignore']);
});

test('[P69] [E73] an excluded item needs no look', async () => {
  await root.write('.tandemignore', 'disk/');
  await root.write('disk/a', 'a');
  expect((await blindTo(new Set(['disk'])).scanAll()).unreadable).toEqual([]);
});

test('[P87] [E73] nothing is scanned or settled while the root itself cannot be listed', async () => {
  await given('a', 'docs/b');
  await rm(root.at('a'));
  await root.observer.scanAll();
  root.advance(6 * 60_000);
  const observer = refused('', root.parts.clock.nowMs);
  await expect(observer.scanAll()).rejects.toMatchObject({ code: 'denied' });
  await expect(observer.scanDirectories([root.path])).rejects.toMatchObject({ code: 'denied' });
  await expect(observer.settleMissing()).rejects.toMatchObject({ code: 'denied' });
  expect(root.tree()).toEqual(['a', 'docs/', 'docs/b']);
});

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
