import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openStore } from '../../../../../../main/engine/store/open-store.ts';

const connections: Database.Database[] = [];

vi.mock('better-sqlite3', async (importOriginal) => {
  const { default: Real } = await importOriginal<{ default: typeof Database }>();
  class Recorded extends Real {
    constructor(...args: ConstructorParameters<typeof Database>) {
      super(...args);
      connections.push(this);
    }
  }
  return { default: Recorded };
});

test('on macOS the store flushes through the cache of the drive when it moves the log into the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-full-flush-'));
  const store = openStore(join(folder, 'store.db'));
  expect(connections.map((one) => one.pragma('checkpoint_fullfsync', { simple: true }))).toEqual([1]);
  store.close();
  await rm(folder, { recursive: true, force: true });
});
