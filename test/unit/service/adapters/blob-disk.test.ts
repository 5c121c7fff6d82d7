import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asBlobError } from '../../../../service/adapters/blob-disk/disk-errors.ts';
import { openBlobDisk } from '../../../../service/adapters/blob-disk/open-blob-disk.ts';
import { BlobMissing, BlobSpaceExhausted, BlobUnreadable } from '../../../../service/ports/blob-store.ts';
import { bytesOf, readAll, sha1Of } from '../../../support/service/domain-world.ts';

async function inDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'tandem-blob-disk-'));
  try {
    await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

describe('blobs on disk', () => {
  it('removes the leftovers of killed writers when it is opened alone; a command beside a service leaves all work', async () => {
    await inDirectory(async (directory) => {
      const incoming = join(directory, 'incoming');
      await mkdir(join(incoming, 'whole'), { recursive: true });
      await writeFile(join(incoming, 'half'), 'half');
      // The process id of a name says nothing: the writer may run in another container.
      await writeFile(join(incoming, `${2 ** 31 - 2}-of an earlier version`), 'x');
      await openBlobDisk(directory);
      expect(await readdir(incoming)).toHaveLength(3);
      await openBlobDisk(directory, 'alone');
      expect(await readdir(incoming)).toEqual([]);
    });
  });

  it('removes, while it runs, only work that was not touched for a day', async () => {
    await inDirectory(async (directory) => {
      const blobs = await openBlobDisk(directory);
      for (const hours of [0, 23, 25]) {
        const file = join(directory, 'incoming', String(hours));
        await writeFile(file, 'being written');
        const at = Date.now() / 1000 - hours * 3600;
        await utimes(file, at, at);
      }
      expect(await blobs.removeAbandoned()).toBe(1);
      expect((await readdir(join(directory, 'incoming'))).toSorted()).toEqual(['0', '23']);
    });
  });

  it('lists nothing that is not a blob', async () => {
    await inDirectory(async (directory) => {
      const blobs = await openBlobDisk(directory);
      await writeFile(join(directory, 'ab', 'notes.txt'), 'not ours');
      const { blobId } = await blobs.write(bytesOf('ours'), { maxBytes: 10 });
      const listed: string[] = [];
      for await (const blob of blobs.list()) listed.push(blob.blobId);
      expect(listed).toEqual([blobId]);
    });
  });

  it('notices a whole that lost a part', async () => {
    await inDirectory(async (directory) => {
      const blobs = await openBlobDisk(directory);
      const parts = [];
      for (const text of ['one', 'two', 'three']) parts.push(await blobs.write(bytesOf(text), { maxBytes: 10 }));
      const { blobId } = await blobs.compose(parts.map((part) => part.blobId));
      await rm(join(directory, blobId.slice(0, 2), `${blobId}.parts`, '3'.padStart(16, '0')));
      await expect(blobs.open(blobId)).rejects.toThrow(BlobUnreadable);
    });
  });

  it('tells who reads a whole that became shorter, however slowly it is read', async () => {
    await inDirectory(async (directory) => {
      const blobs = await openBlobDisk(directory);
      const { blobId } = await blobs.write(bytesOf(new Uint8Array(1024 * 1024)), { maxBytes: 1024 * 1024 });
      const file = join(directory, blobId.slice(0, 2), blobId);
      const chunks = (await blobs.open(blobId))[Symbol.asyncIterator]();
      await truncate(file, 256 * 1024);
      expect((await chunks.next()).value?.length).toBe(256 * 1024);
      // The read-ahead meets the end of the file before a consumer asks for it.
      await readFile(file);
      await expect(chunks.next()).rejects.toThrow('truncated on disk');
    });
  });

  it('holds no file open for an unread stream', async () => {
    await inDirectory(async (directory) => {
      const blobs = await openBlobDisk(directory);
      const { blobId } = await blobs.write(bytesOf('text'), { maxBytes: 10 });
      const unread = await blobs.open(blobId);
      await blobs.delete(blobId);
      await expect(readAll(unread)).rejects.toThrow(BlobMissing);
    });
  });

  it('puts small contents that arrive together into one pack, and large ones beside it', async () => {
    await inDirectory(async (directory) => {
      const blobs = await openBlobDisk(directory);
      const plenty = { maxBytes: 1_000_000 };
      const large = 'x'.repeat(64 * 1024 + 1);
      const texts = ['first', 'one', 'two', large, 'three', ''];
      const stored = await Promise.all(texts.map(async (text) => blobs.write(bytesOf(text), plenty)));
      expect(stored).toMatchObject(texts.map((text) => ({ sha1: sha1Of(text), sizeBytes: text.length })));
      for (const [index, { blobId }] of stored.entries())
        expect(String(await readAll(await blobs.open(blobId)))).toBe(texts[index]);
      const names = (await readdir(directory, { recursive: true })).filter((name) => name.length > 30);
      expect(names.filter((name) => name.endsWith('.pack'))).toHaveLength(1);
      expect(names).toHaveLength(3);
    });
  });

  it('refuses only the content that is too large', async () => {
    await inDirectory(async (directory) => {
      const blobs = await openBlobDisk(directory);
      const [small, large] = await Promise.allSettled([
        blobs.write(bytesOf('12345'), { maxBytes: 9 }),
        blobs.write(bytesOf('12345', '67890'), { maxBytes: 9 }),
      ]);
      expect(small.status).toBe('fulfilled');
      expect(large).toMatchObject({ status: 'rejected', reason: { code: 'blob_too_large' } });
    });
  });

  it('turns a full disk into the error of the port', () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    expect(asBlobError(full, 'x')).toBeInstanceOf(BlobSpaceExhausted);
    expect(asBlobError(new Error('other'), 'x')).not.toBeInstanceOf(BlobSpaceExhausted);
  });
});
