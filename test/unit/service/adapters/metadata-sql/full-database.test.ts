import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openSqliteStore } from '../../../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { MetadataUnavailable } from '../../../../../service/ports/metadata-store.ts';

const connections: Sqlite.Database[] = [];

vi.mock('better-sqlite3', async (importOriginal) => {
  const { default: Real } = await importOriginal<{ default: typeof Sqlite }>();
  class Recorded extends Real {
    constructor(...args: ConstructorParameters<typeof Sqlite>) {
      super(...args);
      connections.push(this);
    }
  }
  return { default: Recorded };
});

test('a database that fills up within a group of works refuses all of them, and keeps nothing of them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tandem-full-database-'));
  const store = await openSqliteStore(join(directory, 'metadata.sqlite'), { now: () => 1 });
  const limitTo = (pages: number) => {
    for (const connection of connections) connection.pragma(`max_page_count = ${pages}`);
  };
  try {
    limitTo(1);
    const outcomes = await Promise.allSettled([
      store.transaction(async (tx) => tx.putSetting('first', 'small')),
      store.transaction(async (tx) => {
        const large = tx.putSetting('large', 'x'.repeat(1_000_000));
        await Promise.all([large, tx.putSetting('behind', 'small'), tx.putSetting('last', 'small')]);
      }),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(MetadataUnavailable) });
    limitTo(1_000_000);
    const kept = await store.read(async (tx) => Promise.all(['first', 'large', 'behind', 'last'].map(tx.setting)));
    expect(kept).toEqual([null, null, null, null]);
    await store.transaction(async (tx) => tx.putSetting('after', 'small'));
    expect(await store.read(async (tx) => tx.setting('after'))).toBe('small');
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
});

test('on macOS each connection flushes through the cache of the drive when it moves the log into the file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tandem-full-flush-'));
  const before = connections.length;
  const store = await openSqliteStore(join(directory, 'metadata.sqlite'), { now: () => 1 });
  const settings = connections.slice(before).map((one) => one.pragma('checkpoint_fullfsync', { simple: true }));
  expect(settings).toEqual([1, 1]);
  await store.close();
  await rm(directory, { recursive: true, force: true });
});
