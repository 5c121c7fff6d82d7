import type fs from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCheckedStore, openStore } from '../../../../../../main/engine/store/open-store.ts';
import { openStoreBench, putPair } from '../../../../../support/engine/store-bench.ts';

const opened = vi.hoisted(() => new Set<{ readonly name: string; readonly open: boolean }>());

vi.mock('better-sqlite3', async (importOriginal) => {
  const { default: Real } = await importOriginal<{ default: typeof Database }>();
  class Recorded extends Real {
    constructor(...args: ConstructorParameters<typeof Database>) {
      super(...args);
      opened.add(this);
    }
  }
  return { default: Recorded };
});

/** As on Windows, where a file that is open cannot be renamed. */
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return {
    ...real,
    renameSync: (from: string, to: string) => {
      if ([...opened].some((one) => one.open && [one.name, `${one.name}-wal`, `${one.name}-shm`].includes(from)))
        throw Object.assign(new Error(`EBUSY: resource busy or locked, rename '${from}'`), { code: 'EBUSY' });
      real.renameSync(from, to);
    },
  };
});

let folder: string;
let path: string;
beforeEach(async () => {
  opened.clear();
  folder = await mkdtemp(join(tmpdir(), 'tandem-store-file-'));
  path = join(folder, 'state', 'state.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Damages the first page of a table or index of a store that no process uses. */
async function damage(name: string): Promise<void> {
  const raw = new Database(path);
  raw.pragma('journal_mode = DELETE');
  const found = raw
    .prepare<[string], { rootpage: number }>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .get(name);
  const pageSize = Number(raw.pragma('page_size', { simple: true }));
  raw.close();
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(64, 0xff), 0, 64, ((found?.rootpage ?? 0) - 1) * pageSize);
  await file.close();
}

test('[P59] a store whose damage shows itself only after it was opened is set aside, where open files cannot be renamed', async () => {
  openStoreBench(path).store.close();
  await damage('local_node');
  const store = openStore(path);
  expect(store.setAside).toBe(`${path}.damaged-1`);
  expect(store.roots()).toMatchObject([{ localPath: '/root' }]);
  store.close();
});

test('[P59] damage that a statement meets while the store is used is checked at the next start, also after a clean stop', async () => {
  const bench = openStoreBench(path);
  const { rootLocalId: local, rootItemId: item } = bench.root;
  bench.root.transaction(() => {
    for (let index = 0; index < 300; index++) putPair(bench, `file ${index}`, { local, item, id: `1${index}` });
  });
  bench.store.close();
  await damage('local_children');
  const used = await openCheckedStore(path);
  expect(used.setAside).toBeNull();
  const [record] = used.roots();
  expect(used.damage()).toBeNull();
  expect(() => record && [...used.root(record.id).localChildren(record.localId)]).toThrow(/malformed/);
  expect(used.damage()).toMatchObject({ code: 'SQLITE_CORRUPT' });
  used.close();
  const next = await openCheckedStore(path);
  expect(next.setAside).toBe(`${path}.damaged-1`);
  expect(next.roots()).toMatchObject([{ localPath: '/root' }]);
  next.close();
});
