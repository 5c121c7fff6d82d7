import type * as FileSystem from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBlobDisk } from '../../../../service/adapters/blob-disk/open-blob-disk.ts';
import { openSqliteStore } from '../../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { bytesOf } from '../../../support/service/domain-world.ts';

/**
 * Only the order of system calls shows the writes that a power cut may undo: for a killed process the kernel keeps data that was never
 * flushed. These tests record each flush and rename, and can hold a flush back.
 */
const calls: string[] = [];
let held: Promise<void> | null = null;

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  const nameOf = (path: unknown) => String(path).split('/').at(-1) ?? '';
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const name = nameOf(args[0]);
      for (const method of ['sync', 'datasync'] as const) {
        const flush = handle[method].bind(handle);
        handle[method] = async () => {
          await held;
          await flush();
          calls.push(`flush ${name}`);
        };
      }
      return handle;
    },
    rename: async (from: string, to: string) => {
      await real.rename(from, to);
      calls.push(`rename ${nameOf(to)}`);
    },
  };
});

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tandem-flush-'));
  held = null;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('a content on disk', () => {
  test('is flushed before it gets its name, and the name before it is answered', async () => {
    const blobs = await openBlobDisk(directory);
    calls.splice(0);
    const { blobId } = await blobs.write(bytesOf('content'), { maxBytes: 100 });
    const shard = blobId.slice(0, 2);
    expect(calls).toEqual([`flush ${process.pid}-${blobId}`, `rename ${blobId}`, `flush ${shard}`]);
  });

  test('of many that come together, likewise', async () => {
    const blobs = await openBlobDisk(directory);
    calls.splice(0);
    const [first] = await blobs.writeMany([Buffer.from('one'), Buffer.from('two')]);
    const pack = String(first?.blobId.slice(0, 28));
    expect(calls).toEqual([`flush ${process.pid}-${pack}`, `rename ${pack}.pack`, `flush ${pack.slice(0, 2)}`]);
  });

  test('of single small writes at once: the first alone, the others in a pack, each answered after its own flush', async () => {
    const blobs = await openBlobDisk(directory);
    calls.splice(0);
    const answered = ['a', 'b', 'c'].map(async (text) => {
      const { blobId } = await blobs.write(bytesOf(text), { maxBytes: 9 });
      calls.push(`answer ${blobId}`);
      return blobId;
    });
    const blobIds = await Promise.all(answered);
    // Each looks at the free space of the disk first, so any of them may be the first.
    const [first = '', ...packed] = calls.flatMap((call) => /^answer (.*)/.exec(call)?.[1] ?? []);
    expect([first, ...packed].sort()).toEqual(blobIds.toSorted());
    const pack = String(packed[0]?.slice(0, 28));
    expect(calls).toEqual([
      `flush ${process.pid}-${first}`,
      `rename ${first}`,
      `flush ${first.slice(0, 2)}`,
      `answer ${first}`,
      `flush ${process.pid}-${pack}`,
      `rename ${pack}.pack`,
      `flush ${pack.slice(0, 2)}`,
      ...packed.map((blobId) => `answer ${blobId}`),
    ]);
  });

  test('made of parts: the links are flushed, then the name', async () => {
    const blobs = await openBlobDisk(directory);
    const parts = [await blobs.write(bytesOf('a'), { maxBytes: 9 }), await blobs.write(bytesOf('b'), { maxBytes: 9 })];
    calls.splice(0);
    const { blobId } = await blobs.compose(parts.map((part) => part.blobId));
    const shard = blobId.slice(0, 2);
    expect(calls).toEqual([`flush ${process.pid}-${blobId}`, `rename ${blobId}.parts`, `flush ${shard}`]);
  });
});

describe('metadata in SQLite', () => {
  test('neither the writer nor a reader sees a commit before it is flushed', async () => {
    const file = join(directory, 'metadata.sqlite');
    const store = await openSqliteStore(file, { now: () => 1 });
    const beside = new Sqlite(file, { readonly: true });
    const release = Promise.withResolvers<void>();
    held = release.promise;
    const told: string[] = [];
    const writing = store.transaction((tx) => tx.putSetting('key', 'new')).then(() => told.push('writer'));
    // The commit is visible to SQLite before it is on the disk.
    const kept = beside.prepare("select value from setting where name = 'key'").pluck();
    await vi.waitFor(() => expect(kept.get()).toBe('new'));
    beside.close();
    let seen: string | null = null;
    const reading = store
      .read(async (reads) => {
        seen = await reads.setting('key');
      })
      .then(() => told.push('reader'));
    await vi.waitFor(() => expect(seen).toBe('new'));
    // By then every answer that does not wait for the flush has arrived.
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([]);
    release.resolve();
    await Promise.all([writing, reading]);
    expect(told.sort()).toEqual(['reader', 'writer']);
    await store.close();
  });
});
