import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { BlobStore } from '../../../service/ports/blob-store.ts';
import { countSpent } from '../../../service/spent-contents.ts';
import { collect } from '../../support/collect.ts';

const pieces = [Buffer.from('one'), Buffer.from('three')];

/** A store that accepts any write, and has one content: `content`. */
function storeWith(content: AsyncIterable<Uint8Array>) {
  const store: Partial<BlobStore> = {
    write: async (bytes) => {
      const sizeBytes = Buffer.concat(await collect(bytes)).length;
      return { blobId: 'a', sha1: '', sizeBytes };
    },
    open: async () => content,
  };
  const spent: number[] = [];
  return { store: countSpent(store as BlobStore, (bytes) => spent.push(bytes)), spent };
}

test('written and read bytes are counted, piece by piece, and pass unchanged', async () => {
  const { store, spent } = storeWith(Readable.from(pieces).iterator());
  expect(await store.write(Readable.from(pieces), { maxBytes: 8 })).toMatchObject({ sizeBytes: 8 });
  expect(Buffer.concat(await collect(await store.open('a'))).toString()).toBe('onethree');
  expect(spent).toEqual([3, 5, 3, 5]);
});

test('a Node stream stays one, so that it can be destroyed', async () => {
  const stream = Readable.from(pieces);
  expect(await storeWith(stream).store.open('a')).toBe(stream);
});
