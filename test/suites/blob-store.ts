import { describe, expect, it } from 'vitest';
import {
  BlobDamaged,
  BlobMissing,
  type BlobStore,
  BlobTooLarge,
  BlobUnreadable,
} from '../../service/ports/blob-store.ts';
import { bytesOf, readAll, sha1Of } from '../support/service/domain-world.ts';

/** A store to try, and a way to open it again as after a restart. */
export interface BlobStoreFixture extends AsyncDisposable {
  readonly blobs: BlobStore;
  reopen(): Promise<BlobStore>;
}

/** The contract of every blob store. */
export function blobStoreSuite(open: () => Promise<BlobStoreFixture>): void {
  writingSuite(open);
  copyingSuite(open);
  writingManySuite(open);
  readingSuite(open);
  composingSuite(open);
}

const plenty = { maxBytes: 1_000_000_000 };

function writingSuite(open: () => Promise<BlobStoreFixture>): void {
  describe('writing', () => {
    it('returns the SHA-1 and the size of the written bytes', async () => {
      await using fixture = await open();
      const stored = await fixture.blobs.write(bytesOf('one ', 'two'), plenty);
      expect(stored).toMatchObject({ sha1: sha1Of('one two'), sizeBytes: 7 });
      expect(await fixture.blobs.digest(stored.blobId)).toEqual(stored);
    });

    it('stores an empty content', async () => {
      await using fixture = await open();
      const { blobId, sizeBytes } = await fixture.blobs.write(bytesOf(), plenty);
      expect(sizeBytes).toBe(0);
      expect(await readAll(await fixture.blobs.open(blobId))).toHaveLength(0);
    });

    it('keeps equal contents apart, so that deleting one leaves the other', async () => {
      await using fixture = await open();
      const one = await fixture.blobs.write(bytesOf('same'), plenty);
      const two = await fixture.blobs.write(bytesOf('same'), plenty);
      await fixture.blobs.delete(one.blobId);
      expect(two.blobId).not.toBe(one.blobId);
      expect(String(await readAll(await fixture.blobs.open(two.blobId)))).toBe('same');
    });

    it('leaves nothing when more bytes arrive than are allowed', async () => {
      await using fixture = await open();
      const write = fixture.blobs.write(bytesOf('12345', '67890'), { maxBytes: 9 });
      await expect(write).rejects.toBeInstanceOf(BlobTooLarge);
      expect(await idsIn(fixture.blobs)).toEqual([]);
    });

    it('leaves nothing when the stream breaks off, and passes its error on', async () => {
      await using fixture = await open();
      const broken = async function* () {
        yield* bytesOf('half');
        throw new Error('the line went dead');
      };
      await expect(fixture.blobs.write(broken(), plenty)).rejects.toThrow('the line went dead');
      expect(await idsIn(fixture.blobs)).toEqual([]);
    });

    it('lists every blob once, with its size, also after a restart', async () => {
      await using fixture = await open();
      const small = await fixture.blobs.write(bytesOf('a'), plenty);
      const large = await fixture.blobs.write(bytesOf(new Uint8Array(100_000)), plenty);
      const listed = new Map<string, number>();
      for await (const blob of (await fixture.reopen()).list()) listed.set(blob.blobId, blob.sizeBytes);
      expect(listed).toEqual(
        new Map([
          [small.blobId, 1],
          [large.blobId, 100_000],
        ]),
      );
    });

    it('remembers whose contents it holds, also after a restart, and lists no blob for that', async () => {
      await using fixture = await open();
      expect(await fixture.blobs.owner()).toBeNull();
      await fixture.blobs.setOwner('one');
      await fixture.blobs.setOwner('two');
      expect(await (await fixture.reopen()).owner()).toBe('two');
      expect(await idsIn(fixture.blobs)).toEqual([]);
    });

    it('is available', async () => {
      await using fixture = await open();
      expect(await fixture.blobs.isAvailable()).toBe(true);
    });
  });
}

function copyingSuite(open: () => Promise<BlobStoreFixture>): void {
  const blobId = '0123456789abcdef0123456789abcdef';
  const original = { blobId, sizeBytes: 4, sha1: sha1Of('copy') };

  describe('writing a copy', () => {
    it('keeps the id, and replaces an earlier copy', async () => {
      await using fixture = await open();
      const { blobs } = fixture;
      await blobs.writeCopy(bytesOf('part'), { blobId, sizeBytes: 4 });
      await blobs.writeCopy(bytesOf('co', 'py'), original);
      expect(await blobs.digest(blobId)).toEqual(original);
      expect(await idsIn(blobs)).toEqual([blobId]);
    });

    it.each([
      ['fewer bytes', ['cop']],
      ['more bytes', ['copy', '!']],
      ['other bytes', ['coqy']],
    ])('refuses %s than the original, and keeps the earlier copy', async (_, chunks) => {
      await using fixture = await open();
      const { blobs } = fixture;
      await expect(blobs.writeCopy(bytesOf(...chunks), original)).rejects.toBeInstanceOf(BlobDamaged);
      expect(await idsIn(blobs)).toEqual([]);
      await blobs.writeCopy(bytesOf('earlier'), { blobId, sizeBytes: 7 });
      await expect(blobs.writeCopy(bytesOf(...chunks), original)).rejects.toBeInstanceOf(BlobDamaged);
      expect(String(await readAll(await blobs.open(blobId)))).toBe('earlier');
    });

    it('keeps the earlier copy when the stream breaks off, and passes its error on', async () => {
      await using fixture = await open();
      await fixture.blobs.writeCopy(bytesOf('copy'), original);
      const broken = async function* () {
        yield* bytesOf('co');
        throw new Error('the line went dead');
      };
      await expect(fixture.blobs.writeCopy(broken(), original)).rejects.toThrow('the line went dead');
      expect(await fixture.blobs.digest(blobId)).toEqual(original);
    });
  });
}

function writingManySuite(open: () => Promise<BlobStoreFixture>): void {
  const three = ['one', '', 'and a third'];
  const writeThree = async (blobs: BlobStore) => blobs.writeMany(three.map((text) => Buffer.from(text)));

  describe('writing many', () => {
    it('gives each content an id of its own, its SHA-1 and its size, in their order', async () => {
      await using fixture = await open();
      const stored = await writeThree(fixture.blobs);
      expect(stored).toMatchObject(three.map((text) => ({ sha1: sha1Of(text), sizeBytes: text.length })));
      expect(new Set(stored.map(({ blobId }) => blobId)).size).toBe(3);
      expect(await fixture.blobs.writeMany([])).toEqual([]);
    });

    it('reads, measures and lists each like any other, also after a restart', async () => {
      await using fixture = await open();
      const before = Date.now() - 60_000;
      const stored = await writeThree(fixture.blobs);
      const single = await fixture.blobs.write(bytesOf('single'), plenty);
      const blobs = await fixture.reopen();
      for (const [index, { blobId }] of stored.entries()) {
        expect(String(await readAll(await blobs.open(blobId)))).toBe(three[index]);
        expect(await blobs.digest(blobId)).toEqual(stored[index]);
      }
      expect(String(await readAll(await blobs.open(stored[2]?.blobId ?? '', { start: 4, end: 6 })))).toBe('a t');
      const listed = new Map<string, number>();
      for await (const { blobId, sizeBytes, storedAt } of blobs.list()) {
        listed.set(blobId, sizeBytes);
        expect(storedAt).toBeGreaterThan(before);
      }
      expect(listed).toEqual(new Map([...stored, single].map(({ blobId, sizeBytes }) => [blobId, sizeBytes])));
    });

    it('removes only the deleted blobs, until none is left', async () => {
      await using fixture = await open();
      const [one, two, three] = await writeThree(fixture.blobs);
      if (!one || !two || !three) throw new Error('There are three.');
      await fixture.blobs.delete(one.blobId);
      await fixture.blobs.delete(one.blobId);
      await expect(fixture.blobs.open(one.blobId)).rejects.toBeInstanceOf(BlobMissing);
      expect(String(await readAll(await fixture.blobs.open(three.blobId)))).toBe('and a third');
      expect(new Set(await idsIn(fixture.blobs))).toEqual(new Set([two.blobId, three.blobId]));
      await fixture.blobs.delete(two.blobId);
      await fixture.blobs.delete(three.blobId);
      expect(await idsIn(fixture.blobs)).toEqual([]);
      await expect(fixture.blobs.digest(three.blobId)).rejects.toBeInstanceOf(BlobMissing);
    });

    it('deletes many at once: some of a pack, all of another, single ones, a whole of parts and unknown ones', async () => {
      await using fixture = await open();
      const { blobs } = fixture;
      const [one, two, three] = await writeThree(blobs);
      const others = await writeThree(blobs);
      const single = await blobs.write(bytesOf('single'), plenty);
      const whole = await blobs.compose([single.blobId]);
      const kept = await blobs.write(bytesOf('kept'), plenty);
      const known = [one, three, ...others, single, whole].map((blob) => blob?.blobId ?? '');
      const unknown = Array.from({ length: 1000 }, (_, index) => index.toString(16).padStart(32, '0'));
      expect(await blobs.deleteMany([...unknown, ...known, 'no id at all'])).toEqual(new Map());
      expect(new Set(await idsIn(await fixture.reopen()))).toEqual(new Set([two?.blobId, kept.blobId]));
      expect(await blobs.deleteMany([])).toEqual(new Map());
    });

    it('knows no further content where many lie together', async () => {
      await using fixture = await open();
      const [one] = await writeThree(fixture.blobs);
      const unknown = `${one?.blobId.slice(0, 28) ?? ''}ffff`;
      await expect(fixture.blobs.open(unknown)).rejects.toBeInstanceOf(BlobMissing);
    });

    it('makes parts of a whole of them', async () => {
      await using fixture = await open();
      const stored = (await writeThree(fixture.blobs)).filter(({ sizeBytes }) => sizeBytes > 0);
      const whole = await fixture.blobs.compose(stored.map(({ blobId }) => blobId));
      for (const { blobId } of stored) await fixture.blobs.delete(blobId);
      expect(String(await readAll(await fixture.blobs.open(whole.blobId)))).toBe('oneand a third');
    });
  });
}

function readingSuite(open: () => Promise<BlobStoreFixture>): void {
  describe('reading', () => {
    it.each([
      { start: 0, end: 0, text: '0' },
      { start: 3, end: 6, text: '3456' },
      { start: 9, end: 9, text: '9' },
      { start: 0, end: 9, text: '0123456789' },
      { start: 5, end: 400, text: '56789' },
    ])('gives bytes $start to $end', async ({ start, end, text }) => {
      await using fixture = await open();
      const { blobId } = await fixture.blobs.write(bytesOf('0123456789'), plenty);
      expect(String(await readAll(await fixture.blobs.open(blobId, { start, end })))).toBe(text);
    });

    it('opens no blob that has another size than the caller knows', async () => {
      await using fixture = await open();
      const { blobId } = await fixture.blobs.write(bytesOf('0123456789'), plenty);
      expect(String(await readAll(await fixture.blobs.open(blobId, undefined, 10)))).toBe('0123456789');
      for (const sizeBytes of [9, 11]) {
        await expect(fixture.blobs.open(blobId, undefined, sizeBytes)).rejects.toBeInstanceOf(BlobUnreadable);
      }
    });

    it.each(['0'.repeat(32), 'no id at all', '../../etc/passwd'])('knows no blob %s', async (blobId) => {
      await using fixture = await open();
      await expect(fixture.blobs.open(blobId)).rejects.toBeInstanceOf(BlobMissing);
      await expect(fixture.blobs.digest(blobId)).rejects.toBeInstanceOf(BlobMissing);
      await fixture.blobs.delete(blobId);
    });

    it('forgets a deleted blob', async () => {
      await using fixture = await open();
      const { blobId } = await fixture.blobs.write(bytesOf('gone soon'), plenty);
      await fixture.blobs.delete(blobId);
      await expect(fixture.blobs.open(blobId)).rejects.toBeInstanceOf(BlobMissing);
      expect(await idsIn(fixture.blobs)).toEqual([]);
    });
  });
}

function composingSuite(open: () => Promise<BlobStoreFixture>): void {
  describe('composing', () => {
    it('makes one content of parts in their order, and survives the deletion of the parts', async () => {
      await using fixture = await open();
      const parts = [];
      for (const text of ['first ', 'second ', 'third']) parts.push(await fixture.blobs.write(bytesOf(text), plenty));
      const whole = await fixture.blobs.compose(parts.map((part) => part.blobId));
      for (const part of parts) await fixture.blobs.delete(part.blobId);
      const blobs = await fixture.reopen();
      expect(whole.sizeBytes).toBe(18);
      expect(await blobs.digest(whole.blobId)).toMatchObject({ sha1: sha1Of('first second third'), sizeBytes: 18 });
      expect(await idsIn(blobs)).toEqual([whole.blobId]);
    });

    it.each([
      { start: 0, end: 4, text: '01234' },
      { start: 3, end: 3, text: '3' },
      { start: 2, end: 7, text: '234567' },
      { start: 5, end: 9, text: '56789' },
    ])('reads bytes $start to $end across the seams', async ({ start, end, text }) => {
      await using fixture = await open();
      const parts = [];
      for (const part of ['012', '345', '678', '9']) parts.push(await fixture.blobs.write(bytesOf(part), plenty));
      const { blobId } = await fixture.blobs.compose(parts.map((part) => part.blobId));
      expect(String(await readAll(await fixture.blobs.open(blobId, { start, end })))).toBe(text);
    });

    it('refuses when a part is missing, and leaves nothing', async () => {
      await using fixture = await open();
      const part = await fixture.blobs.write(bytesOf('there'), plenty);
      const compose = fixture.blobs.compose([part.blobId, 'f'.repeat(32)]);
      await expect(compose).rejects.toBeInstanceOf(BlobMissing);
      expect(await idsIn(fixture.blobs)).toEqual([part.blobId]);
    });

    it('deletes a whole like any blob', async () => {
      await using fixture = await open();
      const part = await fixture.blobs.write(bytesOf('part'), plenty);
      const whole = await fixture.blobs.compose([part.blobId]);
      await fixture.blobs.delete(whole.blobId);
      expect(await idsIn(fixture.blobs)).toEqual([part.blobId]);
    });
  });
}

async function idsIn(blobs: BlobStore): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { blobId } of blobs.list()) ids.push(blobId);
  return ids;
}
