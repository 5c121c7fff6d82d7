import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { openBlobDisk } from '../../../../service/adapters/blob-disk/open-blob-disk.ts';
import { copyContents } from '../../../../service/backup/copy-contents.ts';
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
  await to.write(bytesOf('whole'), { maxBytes: 100, blobId: whole.blobId });
  await to.write(bytesOf('in'), { maxBytes: 100, blobId: part.blobId });
  expect(await copyContents(from, to, () => undefined)).toEqual({ copied: 2, bytes: 14, kept: 1, unreadable: [] });
  for (const { blobId } of [whole, part, missing]) {
    expect(await readAll(await to.open(blobId))).toEqual(await readAll(await from.open(blobId)));
  }
});
