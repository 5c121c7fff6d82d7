import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { zipBytes } from '../../../../service/http/content/zip-bytes.ts';
import { newQuickFolder } from '../../../support/files/quick-folder.ts';
import { unzipped } from '../../../support/files/unzip.ts';
import { fileOf, runOf, textOf } from '../../../support/files/zip-run.ts';

test('contents and archives of more than 4 GiB are ZIP64, which another program reads', async () => {
  const [chunk, times, rest] = [Buffer.alloc(1024 ** 2), 4096, 'the end of a large content'];
  async function* largeContent() {
    for (let count = 0; count < times; count += 1) yield chunk;
    yield Buffer.from(rest);
  }
  const sizeBytes = times * chunk.length + rest.length;
  const folder = await newQuickFolder('tandem-zip-');
  const run = runOf(fileOf('large.bin', largeContent(), sizeBytes), fileOf('behind.txt', textOf('behind it'), 9));
  const file = path.join(folder, 'large.zip');
  // Zeros become holes, so that the archive takes no room on the disk.
  const archive = await open(file, 'w');
  let offset = 0;
  for await (const bytes of zipBytes(run)) {
    if (bytes.length < chunk.length) await archive.write(bytes, 0, bytes.length, offset);
    offset += bytes.length;
  }
  await archive.close();
  expect(offset).toBeGreaterThan(sizeBytes);
  expect((await unzipped(file, 'behind.txt')).toString()).toBe('behind it');
  await rm(folder, { recursive: true });
});
