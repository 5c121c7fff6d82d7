import type * as FileSystem from 'node:fs/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBlobDisk } from '../../../../service/adapters/blob-disk/open-blob-disk.ts';
import { openSqliteStore } from '../../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { writeManifest } from '../../../../service/backup/backup-folder.ts';
import { bytesOf } from '../../../support/service/domain-world.ts';

/**
 * Only the order of system calls shows the writes that a power cut may undo: for a killed process the kernel keeps data that was never
 * flushed. These tests record each flush and rename, and can hold a flush back.
 */
const calls: string[] = [];
let held: Promise<void> | null = null;
let takesLinks = true;

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  // Without the random end of a temporary name.
  const nameOf = (path: unknown) => (String(path).split('/').at(-1) ?? '').replace(/\.[0-9a-f]{8}$/, '');
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
    link: async (from: string, to: string) => {
      if (!takesLinks) throw Object.assign(new Error('The file system takes no links.'), { code: 'EPERM' });
      await real.link(from, to);
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
  takesLinks = true;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('a content on disk', () => {
  test('is flushed before it gets its name, and the name before it is answered', async () => {
    const blobs = await openBlobDisk(directory);
    calls.splice(0);
    const { blobId } = await blobs.write(bytesOf('content'), { maxBytes: 100 });
    const shard = blobId.slice(0, 2);
    expect(calls).toEqual([`flush ${blobId}`, `rename ${blobId}`, `flush ${shard}`]);
  });

  test('of many that come together, likewise', async () => {
    const blobs = await openBlobDisk(directory);
    calls.splice(0);
    const [first] = await blobs.writeMany([Buffer.from('one'), Buffer.from('two')]);
    const pack = String(first?.blobId.slice(0, 28));
    expect(calls).toEqual([`flush ${pack}`, `rename ${pack}.pack`, `flush ${pack.slice(0, 2)}`]);
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
      `flush ${first}`,
      `rename ${first}`,
      `flush ${first.slice(0, 2)}`,
      `answer ${first}`,
      `flush ${pack}`,
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
    expect(calls).toEqual([`flush ${blobId}`, `rename ${blobId}.parts`, `flush ${shard}`]);
  });

  const firstPart = '0000000000000000';

  test('made of a part in a pack: its bytes are flushed too', async () => {
    const blobs = await openBlobDisk(directory);
    const [first, second] = await blobs.writeMany([Buffer.from('one'), Buffer.from('two')]);
    if (!first || !second) throw new Error('The pack lacks a content.');
    calls.splice(0);
    const { blobId } = await blobs.compose([first.blobId, second.blobId]);
    expect(calls).toEqual([
      `flush ${firstPart}`,
      'flush 0000000000000003',
      `flush ${blobId}`,
      `rename ${blobId}.parts`,
      `flush ${blobId.slice(0, 2)}`,
    ]);
  });

  test('made where the file system takes no links: the copies are flushed too', async () => {
    const blobs = await openBlobDisk(directory);
    const part = await blobs.write(bytesOf('part'), { maxBytes: 9 });
    calls.splice(0);
    takesLinks = false;
    const { blobId } = await blobs.compose([part.blobId]);
    const place = [`flush ${blobId}`, `rename ${blobId}.parts`, `flush ${blobId.slice(0, 2)}`];
    expect(calls).toEqual([`flush ${firstPart}`, ...place]);
  });

  test('is deleted once its directory is flushed; in a pack, once the erased bytes are', async () => {
    const blobs = await openBlobDisk(directory);
    const { blobId } = await blobs.write(bytesOf('alone'), { maxBytes: 9 });
    const [packed] = await blobs.writeMany([Buffer.from('one'), Buffer.from('two')]);
    const packedId = String(packed?.blobId);
    calls.splice(0);
    await blobs.delete(blobId);
    expect(calls).toEqual([`flush ${blobId.slice(0, 2)}`]);
    calls.splice(0);
    await blobs.delete(packedId);
    expect(calls).toEqual([`flush ${packedId.slice(0, 28)}.pack`, `flush ${packedId.slice(0, 2)}`]);
  });

  test('has a directory that outlasts a power cut from the first start on', async () => {
    calls.splice(0);
    await openBlobDisk(join(directory, 'blobs'));
    expect(calls).toEqual(['flush blobs']);
  });
});

describe('a backup', () => {
  test('has its database and its manifest on the disk before the manifest gets its name, and that before it is done', async () => {
    const database = 'database-2026.db';
    await writeFile(join(directory, database), 'rows');
    calls.splice(0);
    await writeManifest(directory, { created_at: '', database, versions: 0, contents: 0, bytes: 0 });
    const folder = basename(directory);
    expect(calls).toEqual([
      `flush ${database}`,
      'flush manifest.json.new',
      `flush ${folder}`,
      'rename manifest.json',
      `flush ${folder}`,
    ]);
  });
});

describe('metadata in SQLite', () => {
  test('of a new database: its files are entered in their directory, and flushed, before it is open', async () => {
    calls.splice(0);
    const store = await openSqliteStore(join(directory, 'metadata.sqlite'), { now: () => 1 });
    expect(calls).toEqual([`flush ${basename(directory)}`, 'flush metadata.sqlite-wal']);
    await store.close();
  });

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
