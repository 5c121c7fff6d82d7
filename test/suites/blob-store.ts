import { describe, expect, it } from 'vitest';
import { BlobMissing, type BlobStore, BlobTooLarge } from '../../service/ports/blob-store.ts';
import { bytesOf, readAll, sha1Of } from '../support/domain-world.ts';

/** A store to try, and a way to open it again as after a restart. */
export interface BlobStoreFixture extends AsyncDisposable {
  readonly blobs: BlobStore;
  reopen(): Promise<BlobStore>;
}

/** What every blob store must do. */
export function blobStoreSuite(open: () => Promise<BlobStoreFixture>): void {
  writingSuite(open);
  readingSuite(open);
  composingSuite(open);
}

const plenty = { maxBytes: 1_000_000_000 };

function writingSuite(open: () => Promise<BlobStoreFixture>): void {
  describe('writing', () => {
    it('tells the SHA-1 and the size of what was written', async () => {
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

    it('is available', async () => {
      await using fixture = await open();
      expect(await fixture.blobs.isAvailable()).toBe(true);
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
