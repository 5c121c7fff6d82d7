import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../../main/engine/adapters/node-random.ts';

const PIECE = Buffer.alloc(3 * 1024 * 1024, 'every byte counts');
/** More than 32 MiB: a thread of its own digests it. */
const PIECES = 15;

const sha1Of = (pieces: number): string => {
  const sha1 = createHash('sha1');
  for (let piece = 0; piece < pieces; piece++) sha1.update(PIECE);
  return sha1.digest('hex');
};

const fileSystem = createNodeFileSystem(createNodeRandom());
let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-digest-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a large staging file tells SHA-1 and size of all that was written', async () => {
  const staging = await fileSystem.openStaging(root, 's');
  for (let piece = 0; piece < PIECES; piece++) await staging.append(PIECE);
  expect(await staging.finish(null)).toMatchObject({ sha1: sha1Of(PIECES), sizeBytes: PIECES * PIECE.length });
});

test('[E110] a large staging file is resumed where it ended, and its digest covers the resumed part', async () => {
  for (let opened = 0; opened < 2; opened++) {
    const staging = await fileSystem.openStaging(root, 's');
    expect(staging.sizeBytes).toBe(opened * PIECES * PIECE.length);
    for (let piece = 0; piece < PIECES; piece++) await staging.append(PIECE);
    await staging.close();
  }
  const staging = await fileSystem.openStaging(root, 's');
  await staging.append(PIECE);
  expect(await staging.finish(null)).toMatchObject({
    sha1: sha1Of(2 * PIECES + 1),
    sizeBytes: (2 * PIECES + 1) * PIECE.length,
  });
});

test('a large staging file that is truncated starts from scratch', async () => {
  const staging = await fileSystem.openStaging(root, 's');
  for (let piece = 0; piece < PIECES; piece++) await staging.append(PIECE);
  await staging.truncate();
  await staging.append(PIECE);
  expect(await staging.finish(null)).toMatchObject({ sha1: sha1Of(1), sizeBytes: PIECE.length });
});

test('a cancelled download does not wait for the digest of its large staging file, whose bytes stay', async () => {
  const staging = await fileSystem.openStaging(root, 's');
  for (let piece = 0; piece < PIECES; piece++) await staging.append(PIECE);
  const stop = new AbortController();
  const finishing = staging.finish(null, stop.signal);
  const reason = new Error('closing');
  stop.abort(reason);
  await expect(finishing).rejects.toBe(reason);
  // The last block may still be on its way to the disk.
  const size = async () => {
    const again = await fileSystem.openStaging(root, 's');
    await again.close();
    return again.sizeBytes;
  };
  await expect.poll(size, { timeout: 10_000 }).toBe(PIECES * PIECE.length);
});
