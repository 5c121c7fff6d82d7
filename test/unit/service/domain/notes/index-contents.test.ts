import { mkdir, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { contentWords } from '../../../../../service/domain/notes/search/contents/content-words.ts';
import { indexContents } from '../../../../../service/domain/notes/search/contents/index-contents.ts';
import type { Service } from '../../../../../service/domain/service.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { purgeFile } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { promoteVersion } from '../../../../../service/domain/tree/versions/promote-version.ts';
import { collectReleasedBlobs } from '../../../../../service/domain/upkeep/collect-blobs.ts';
import { BlobMissing, BlobStoreUnavailable, BlobUnreadable } from '../../../../../service/ports/blob-store.ts';
import { bytesOf, type DomainWorld, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/** The words of all contents, as the database has them. */
function keptWords({ directory }: DomainWorld): readonly string[] {
  const raw = new Sqlite(path.join(directory, 'metadata.sqlite'), { readonly: true });
  const rows = raw.prepare('select words from content_text order by id').pluck().all() as string[];
  raw.close();
  return rows;
}

/** A service in which contents open by another rule. */
function opening(service: Service, open: (blobId: string) => Promise<AsyncIterable<Uint8Array>>): Service {
  return { ...service, blobs: { ...service.blobs, open } };
}

test('the words of a content are deleted with its last file', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id } = await putFile(service, ann, '0', 'a', 'One, two!');
  const copy = await copyFile(service, ann, { fileId: id, parentId: '0', name: 'b' });
  if (copy === 'not_modified') throw new Error('The copy was not made.');
  await putFile(service, ann, '0', 'picture', '\u0000');
  expect(await indexContents(service)).toBe(2);
  expect(keptWords(world)).toEqual([' one two ']);
  const destroy = async (fileId: string) => {
    await deleteFile(service, ann, { fileId });
    await purgeFile(service, ann, fileId);
    await collectReleasedBlobs(service, 0);
  };
  await destroy(id);
  expect(keptWords(world)).toEqual([' one two ']);
  await destroy(copy.id);
  expect(keptWords(world)).toEqual([]);
});

test('a content that is deleted while it is read leaves no words', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id } = await putFile(service, ann, '0', 'a', 'words');
  const meanwhile = opening(service, async (blobId) => {
    const content = await service.blobs.open(blobId);
    await deleteFile(service, ann, { fileId: id });
    await purgeFile(service, ann, id);
    return content;
  });
  expect(await indexContents(meanwhile)).toBe(1);
  expect(keptWords(world)).toEqual([]);
});

test('a damaged content counts as read; while the store is unreachable, a run gives up early and the next one retries', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  for (let count = 0; count < 120; count += 1) await putFile(service, ann, '0', `file ${count}`, `word${count}`);
  let tries = 0;
  const noLine = async () => Promise.reject(new BlobStoreUnavailable(new Error('no line')));
  const away: Service = { ...service, blobs: { ...service.blobs, owner: noLine } };
  const unreachable = opening(away, async () => {
    tries += 1;
    return noLine();
  });
  await expect(indexContents(unreachable)).rejects.toMatchObject({ code: 'partly_failed' });
  expect(tries).toBe(100);
  const damaged = opening(service, async (blobId) => {
    if (tries++ === 100) throw new BlobMissing(blobId);
    return service.blobs.open(blobId);
  });
  expect(await indexContents(damaged)).toBe(120);
  expect(keptWords(world)).toHaveLength(119);
  expect(await indexContents(service)).toBe(0);
});

test('while the content disk is not mounted, no content counts as read', async () => {
  await using world = await openDomainWorld();
  const { service, directory } = world;
  const ann = await world.join('ann');
  for (const word of ['one', 'two']) await putFile(service, ann, '0', word, `${word} `.repeat(40_000));
  const [mountPoint, disk] = [path.join(directory, 'blobs'), path.join(directory, 'unmounted')];
  await rename(mountPoint, disk);
  await mkdir(mountPoint);
  await expect(indexContents(service)).rejects.toMatchObject({
    code: 'partly_failed',
    cause: expect.any(BlobStoreUnavailable),
  });
  await rmdir(mountPoint);
  await rename(disk, mountPoint);
  expect(await indexContents(service)).toBe(2);
  expect(keptWords(world)).toHaveLength(2);
});

test('a content that fails does not keep others from being read, and is read by the next run', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  await putFile(service, ann, '0', 'a', 'older');
  await putFile(service, ann, '0', 'b', 'newer');
  let opened = 0;
  const failing = opening(service, async (blobId) => {
    opened += 1;
    if (opened === 1) throw new Error('The line is broken.');
    return service.blobs.open(blobId);
  });
  await expect(indexContents(failing)).rejects.toMatchObject({ code: 'partly_failed' });
  expect(keptWords(world)).toEqual([' older ']);
  expect(await indexContents(service)).toBe(1);
  expect(keptWords(world)).toEqual([' older ', ' newer ']);
});

/** The errors of one content while the store itself works: of a disk, and of a bucket that takes too long. */
const passing = [
  ['an error of the disk', (blobId: string) => new BlobUnreadable(blobId, new Error('EIO'))],
  ['a timeout of the store', () => new BlobStoreUnavailable(new Error('timeout'))],
] as const;

test.each(passing)('a content that meets %s is read after a pause', async (_name, errorOf) => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  await putFile(service, ann, '0', 'a', 'words');
  const failing = opening(service, async (blobId) => Promise.reject(errorOf(blobId)));
  await expect(indexContents(failing)).rejects.toMatchObject({ code: 'partly_failed' });
  expect(await indexContents(service)).toBe(0);
  world.passTime(60_000);
  expect(await indexContents(service)).toBe(1);
  expect(keptWords(world)).toEqual([' words ']);
});

test.each(passing)(
  'contents that meet %s at each attempt block no others, and are given up at last',
  async (_name, errorOf) => {
    await using world = await openDomainWorld();
    const { service } = world;
    const ann = await world.join('ann');
    const { id } = await putFile(service, ann, '0', 'readable', 'words');
    const [readable] = await service.store.read(({ versions }) => versions.listOfFiles([id]));
    for (let count = 0; count < 120; count += 1) await putFile(service, ann, '0', `file ${count}`, `word${count}`);
    let tries = 0;
    const failing = opening(service, async (blobId) => {
      if (blobId === readable?.blobId) return service.blobs.open(blobId);
      tries += 1;
      throw errorOf(blobId);
    });
    await expect(indexContents(failing)).rejects.toMatchObject({ code: 'partly_failed' });
    await expect(indexContents(failing)).rejects.toMatchObject({ code: 'partly_failed' });
    expect([tries, keptWords(world)]).toEqual([120, [' words ']]);
    for (let days = 0; days < 10; days += 1) {
      world.passTime(24 * 3_600_000);
      await indexContents(failing).catch(() => undefined);
      await indexContents(failing).catch(() => undefined);
    }
    expect(tries).toBe(120 * 6);
    expect(await indexContents(service)).toBe(0);
  },
);

test('a past version is not read before it is promoted, and a copy of a read content never', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const file = await putFile(service, ann, '0', 'a', 'past');
  await uploadVersion(service, ann, { fileId: file.id, content: bytesOf('current') });
  expect(await indexContents(service)).toBe(1);
  expect(keptWords(world)).toEqual([' current ']);
  await promoteVersion(service, ann, { fileId: file.id, versionId: file.file_version.id });
  expect(await indexContents(service)).toBe(1);
  expect(keptWords(world)).toEqual([' past ', ' current ']);
  await copyFile(service, ann, { fileId: file.id, parentId: '0', name: 'copy' });
  expect(await indexContents(service)).toBe(0);
});

test('an upload that arrives during a long run is read before older contents', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  for (let count = 0; count < 70; count += 1) await putFile(service, ann, '0', `file ${count}`, `word${count}`);
  let opened = 0;
  const order: (number | 'new')[] = [];
  const fresh = new Set<string>();
  const watched = opening(service, async (blobId) => {
    opened += 1;
    if (opened === 10) await putFile(service, ann, '0', 'new', 'newest');
    const chunks: Uint8Array[] = [];
    for await (const chunk of await service.blobs.open(blobId)) chunks.push(Uint8Array.from(chunk));
    if (Buffer.concat(chunks).toString() === 'newest') fresh.add(blobId);
    order.push(fresh.has(blobId) ? 'new' : opened);
    return service.blobs.open(blobId);
  });
  expect(await indexContents(watched)).toBe(71);
  expect(order.indexOf('new')).toBe(50);
});

test('words are kept in their order up to a limit of bytes, and none is cut by a portion', async () => {
  expect(await contentWords('Größe, 2 and 2')).toEqual(['größe', '2', 'and', '2']);
  expect(await contentWords('one two three', 9)).toEqual(['one', 'two']);
  const long = Array.from({ length: 20_000 }, (_, index) => `word${index}`);
  expect(await contentWords(long.join('\n'), 1_000_000)).toEqual(long);
  expect((await contentWords('x'.repeat(100_000))).every((word) => /^x+$/.test(word))).toBe(true);
});
