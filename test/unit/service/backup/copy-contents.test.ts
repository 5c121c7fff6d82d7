import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { openBlobDisk } from '../../../../service/adapters/blob-disk/open-blob-disk.ts';
import { copyContents } from '../../../../service/backup/copy-contents.ts';
import { BlobUnreadable } from '../../../../service/ports/blob-store.ts';
import { newQuickFolder } from '../../../support/files/quick-folder.ts';
import { bytesOf, readAll } from '../../../support/service/domain-world.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function openStore() {
  const folder = await newQuickFolder('tandem-copy-');
  folders.push(folder);
  return openBlobDisk(folder);
}

test('an interrupted copy continues: whole contents are kept, and partial ones are copied again', async () => {
  const [from, to] = [await openStore(), await openStore()];
  const write = (text: string) => from.write(bytesOf(text), { maxBytes: 100 });
  const [whole, part, missing] = [await write('whole'), await write('in part'), await write('missing')];
  await to.writeCopy(bytesOf('whole'), whole);
  await to.writeCopy(bytesOf('in'), { blobId: part.blobId, sizeBytes: 2 });
  expect(await copyContents(from, to, () => undefined)).toEqual({ copied: 2, bytes: 14, kept: 1, unreadable: [] });
  for (const { blobId } of [whole, part, missing]) {
    expect(await readAll(await to.open(blobId))).toEqual(await readAll(await from.open(blobId)));
  }
});

test('a partial copy stays while the original can’t be read', async () => {
  const [from, to] = [await openStore(), await openStore()];
  const { blobId } = await from.write(bytesOf('original'), { maxBytes: 100 });
  await to.writeCopy(bytesOf('part'), { blobId, sizeBytes: 4 });
  const open = async () => Promise.reject(new BlobUnreadable(blobId, new Error('EIO')));
  const copied = await copyContents({ ...from, open }, to, () => undefined);
  expect(copied).toMatchObject({ copied: 0, unreadable: [blobId] });
  expect(String(await readAll(await to.open(blobId)))).toBe('part');
});
