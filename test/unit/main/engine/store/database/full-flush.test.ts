import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openCheckedStore, openStore } from '../../../../../../main/engine/store/open-store.ts';

/** How each connection flushes at its end, which may move the log into the file. */
const flushes: unknown[] = [];

vi.mock('better-sqlite3', async (importOriginal) => {
  const { default: Real } = await importOriginal<{ default: typeof Database }>();
  class Recorded extends Real {
    override close(): this {
      if (this.open) flushes.push(this.pragma('checkpoint_fullfsync', { simple: true }));
      return super.close();
    }
  }
  return { default: Recorded };
});

test('on macOS the store flushes through the cache of the drive when it moves the log into the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-full-flush-'));
  openStore(join(folder, 'store.db')).close();
  expect(flushes).toEqual([1]);
  // The look at the mark of the last end is a connection of its own.
  const store = await openCheckedStore(join(folder, 'store.db'));
  store.close();
  expect(flushes).toEqual([1, 1, 1]);
  await rm(folder, { recursive: true, force: true });
});
