import type * as FileSystem from 'node:fs/promises';
import { access, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBlobDisk } from '../../../../service/adapters/blob-disk/open-blob-disk.ts';
import { BlobMissing, BlobSpaceExhausted, type BlobStore } from '../../../../service/ports/blob-store.ts';
import { bytesOf, readAll } from '../../../support/service/domain-world.ts';

/** The faults of the disk. */
const faults = { flushesOfDirectories: false, wholeWrites: true, isFull: false, removals: false };

/** How often something was flushed. */
let flushes = 0;

/** Happens after the next read of a file. */
let afterRead: (() => Promise<unknown>) | null = null;

/** Happens before something gets its name. */
let beforeRename: ((path: string) => Promise<unknown>) | null = null;

/** Happens before a file is measured. */
let beforeStat: ((path: string) => Promise<unknown>) | null = null;

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const [sync, writev] = [handle.sync.bind(handle), handle.writev.bind(handle)];
      const datasync = handle.datasync.bind(handle);
      handle.datasync = async () => {
        flushes += 1;
        await datasync();
      };
      const isShard = /\/[0-9a-f]{2}$/.test(String(args[0]));
      handle.sync = async () => {
        if (isShard && faults.flushesOfDirectories) throw Object.assign(new Error('The disk fails.'), { code: 'EIO' });
        flushes += 1;
        await sync();
      };
      const shortly: typeof handle.writev = async (buffers, position) => {
        const [first] = buffers;
        if (faults.wholeWrites || first === undefined) return writev(buffers, position);
        const { bytesWritten } = await writev([Buffer.from(first.buffer, first.byteOffset, 1)], position);
        return { bytesWritten, buffers };
      };
      handle.writev = shortly;
      const read: unknown = Reflect.get(handle, 'read');
      if (typeof read !== 'function') throw new Error('A file cannot be read.');
      const interrupted = async (...parameters: readonly unknown[]) => {
        const result: unknown = await Reflect.apply(read, handle, parameters);
        const act = afterRead;
        afterRead = null;
        await act?.();
        return result;
      };
      Object.assign(handle, { read: interrupted });
      return handle;
    },
    rename: async (from: string, to: string) => {
      await beforeRename?.(from);
      await real.rename(from, to);
    },
    stat: async (path: string) => {
      await beforeStat?.(path);
      return real.stat(path);
    },
    rm: async (...args: Parameters<typeof real.rm>) => {
      if (faults.removals && args[1]?.recursive === true)
        throw Object.assign(new Error('The disk fails.'), { code: 'EIO' });
      await real.rm(...args);
    },
    statfs: async (path: string) => {
      const found = await real.statfs(path);
      return { ...found, bavail: faults.isFull ? 0 : found.blocks };
    },
  };
});

let directory: string;
let blobs: BlobStore;
beforeEach(async () => {
  Object.assign(faults, { flushesOfDirectories: false, wholeWrites: true, isFull: false, removals: false });
  afterRead = null;
  beforeStat = null;
  beforeRename = null;
  directory = await mkdtemp(join(tmpdir(), 'tandem-disk-faults-'));
  blobs = await openBlobDisk(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function listed(): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { blobId } of blobs.list()) ids.push(blobId);
  return ids.toSorted();
}

const write = (...chunks: readonly (string | Uint8Array)[]) =>
  blobs.write(bytesOf(...chunks), { maxBytes: 4 * 1024 ** 2 });

describe('a content whose directory cannot be flushed is refused, and nothing of it stays', () => {
  const ways: Readonly<Record<string, (parts: readonly string[]) => Promise<unknown>>> = {
    'written alone': () => write('content'),
    'written with others': () => blobs.writeMany([Buffer.from('one'), Buffer.from('two')]),
    'made of parts': (parts) => blobs.compose(parts),
  };

  test.each(Object.keys(ways))('%s', async (way) => {
    const parts = [(await write('a')).blobId, (await write('b')).blobId];
    faults.flushesOfDirectories = true;
    await expect(ways[way]?.(parts)).rejects.toThrow('The disk fails.');
    expect(await listed()).toEqual(parts.toSorted());
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
  });
});

test('a write of which the disk takes only a part is completed', async () => {
  faults.wholeWrites = false;
  const pieces = [Buffer.alloc(100_000, 'a'), Buffer.alloc(50_000, 'b')];
  const { blobId, sizeBytes } = await write(...pieces);
  expect(sizeBytes).toBe(150_000);
  expect((await readAll(await blobs.open(blobId))).equals(Buffer.concat(pieces))).toBe(true);
});

test('a disk that fills up while a large content arrives refuses the rest, and nothing of it stays', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  async function* large() {
    for (let piece = 0; piece < 4; piece += 1) {
      yield Buffer.alloc(600 * 1024);
      // A look at the free space is good for half a second.
      now += 500;
      faults.isFull = true;
    }
  }
  await expect(blobs.write(large(), { maxBytes: 4 * 1024 ** 2 })).rejects.toThrow(BlobSpaceExhausted);
  expect(await listed()).toEqual([]);
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});

test('a content in a pack that is deleted while it is read is missing, and is not read as erased bytes', async () => {
  const [first] = await blobs.writeMany([Buffer.from('one'), Buffer.from('two')]);
  const blobId = String(first?.blobId);
  expect((await readAll(await blobs.open(blobId))).toString()).toBe('one');
  afterRead = () => blobs.delete(blobId);
  await expect(blobs.open(blobId)).rejects.toThrow(BlobMissing);
});

/** The only pack of the store. */
async function packFile(): Promise<string> {
  const names = await readdir(directory, { recursive: true });
  return join(directory, names.find((name) => name.endsWith('.pack')) ?? 'none');
}

describe('a deletion from a pack that ended behind its flag', () => {
  const secret = Buffer.from('secret');
  /** Sets the flag of a content to deleted, and does nothing else. */
  async function flag(index: number): Promise<void> {
    const handle = await open(await packFile(), 'r+');
    await handle.write(Buffer.alloc(4), 0, 4, 28 + 12 * index);
    await handle.close();
  }

  test('overwrites the bytes when it is repeated', async () => {
    const [first, second] = await blobs.writeMany([secret, Buffer.from('other')]);
    await flag(0);
    await blobs.delete(String(first?.blobId));
    expect((await readFile(await packFile())).includes(secret)).toBe(false);
    expect((await readAll(await blobs.open(String(second?.blobId)))).toString()).toBe('other');
  });

  test('removes the empty pack when it is repeated', async () => {
    const [first, second] = await blobs.writeMany([secret, Buffer.from('other')]);
    await blobs.delete(String(first?.blobId));
    await flag(1);
    await blobs.delete(String(second?.blobId));
    await expect(access(await packFile())).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a deletion of many contents of a pack', () => {
  const ids = (stored: readonly { readonly blobId: string }[]) => stored.map(({ blobId }) => blobId);
  const some = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, index) => Buffer.alloc(bytes, index + 1));
  const bytesOnDisk = async () => (await stat(await packFile())).blocks * 512;

  test('flushes once for all of them', async () => {
    const stored = ids(await blobs.writeMany(some(20, 10)));
    flushes = 0;
    await blobs.deleteMany(stored.slice(5));
    expect(flushes).toBe(2);
    expect(await listed()).toEqual(stored.slice(0, 5));
  });

  test.skipIf(process.platform === 'win32')('returns the space to the disk, although one content stays', async () => {
    const stored = ids(await blobs.writeMany(some(50, 16 * 1024)));
    expect(await bytesOnDisk()).toBeGreaterThan(800_000);
    for (const id of stored.slice(1)) await blobs.delete(id);
    expect(await bytesOnDisk()).toBeLessThan(100_000);
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
    const [first = '', second = ''] = stored;
    expect(await readAll(await blobs.open(first))).toEqual(Buffer.alloc(16 * 1024, 1));
    await expect(blobs.open(second)).rejects.toThrow(BlobMissing);
    await blobs.delete(first);
    expect(await listed()).toEqual([]);
  });

  test('loses none of two deletions side by side', async () => {
    const stored = ids(await blobs.writeMany(some(50, 16 * 1024)));
    await Promise.all(stored.slice(1).map((id) => blobs.delete(id)));
    expect(await listed()).toEqual(stored.slice(0, 1));
  });

  test('deletes in place what cannot be written again', async () => {
    const stored = ids(await blobs.writeMany(some(50, 16 * 1024)));
    beforeRename = async () => Promise.reject(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' }));
    expect(await blobs.deleteMany(stored.slice(1))).toEqual(new Map());
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
    expect(await listed()).toEqual(stored.slice(0, 1));
    expect((await readFile(await packFile())).includes(Buffer.alloc(8, 2))).toBe(false);
  });

  test('returns those whose directory could not be flushed', async () => {
    const stored = ids(await blobs.writeMany(some(3, 10)));
    faults.flushesOfDirectories = true;
    expect([...(await blobs.deleteMany(stored)).keys()]).toEqual(stored);
    await expect(blobs.delete(stored[0] ?? '')).rejects.toThrow('The disk fails.');
  });
});

describe('a content made of parts', () => {
  async function composed(): Promise<{ readonly blobId: string; readonly parts: string }> {
    const parts = [(await write('one')).blobId, (await write('two')).blobId];
    const { blobId } = await blobs.compose(parts);
    for (const part of parts) await blobs.delete(part);
    return { blobId, parts: join(directory, blobId.slice(0, 2), `${blobId}.parts`) };
  }

  test('is listed and can be deleted after it has lost a part, and it does not hide others', async () => {
    const { blobId, parts } = await composed();
    const other = await write('other');
    const [first = ''] = await readdir(parts);
    await rm(join(parts, first));
    expect(await listed()).toEqual([blobId, other.blobId].toSorted());
    await expect(blobs.open(blobId)).rejects.toThrow('is damaged');
    await blobs.delete(blobId);
    expect(await listed()).toEqual([other.blobId]);
  });

  test('goes in one step, and the next start removes what an interrupted deletion left', async () => {
    const { blobId, parts } = await composed();
    faults.removals = true;
    await expect(blobs.delete(blobId)).rejects.toThrow('The disk fails.');
    faults.removals = false;
    await expect(access(parts)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(blobs.open(blobId)).rejects.toThrow(BlobMissing);
    await openBlobDisk(directory, 'alone');
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
  });

  test.each(['first', 'last'] as const)('is refused if its %s part vanishes before it has its name', async (which) => {
    const parts = [(await write('one')).blobId, (await write('two')).blobId];
    beforeRename = async (path) => {
      const names = (await readdir(path)).toSorted();
      await rm(join(path, String(names.at(which === 'first' ? 0 : -1))));
    };
    await expect(blobs.compose(parts)).rejects.toThrow();
    expect(await listed()).toEqual(parts.toSorted());
  });

  test('that is deleted while it is opened is missing', async () => {
    const { blobId } = await composed();
    beforeStat = async (path) => {
      if (path.includes('.parts')) await blobs.delete(blobId);
    };
    await expect(blobs.open(blobId)).rejects.toThrow(BlobMissing);
  });
});
