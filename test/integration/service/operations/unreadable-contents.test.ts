import { mkdir, mkdtemp, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../../../../service/backup/back-up.ts';
import { verifyBackup } from '../../../../service/backup/restore.ts';
import { migrate } from '../../../../service/cli/migrate.ts';
import { restore } from '../../../../service/cli/storage.ts';
import type { Caller, Service } from '../../../../service/domain/service.ts';
import { downloadFile } from '../../../../service/domain/tree/files/downloads/download-file.ts';
import { downloadFiles } from '../../../../service/domain/tree/files/downloads/download-files.ts';
import { uploadFiles } from '../../../../service/domain/tree/files/upload-files.ts';
import { createZipDownload } from '../../../../service/domain/tree/zip-downloads/create-zip-download.ts';
import { getZipStatus } from '../../../../service/domain/tree/zip-downloads/get-zip-status.ts';
import { openZipDownload } from '../../../../service/domain/tree/zip-downloads/open-zip-download.ts';
import { collectOrphanBlobs } from '../../../../service/domain/upkeep/collect-blobs.ts';
import { verifyStore } from '../../../../service/domain/upkeep/verify-store.ts';
import { zipBytes } from '../../../../service/http/content/zip-bytes.ts';
import { type BlobStore, BlobStoreUnavailable, BlobUnreadable } from '../../../../service/ports/blob-store.ts';
import { zipEntries } from '../../../support/files/zip-entries.ts';
import { bytesOf, openDomainWorld, putFile, readAll, sha1Of } from '../../../support/service/domain-world.ts';

/* One content that the disk can't read must not stop the work on all others. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-unreadable-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const silent = (): void => undefined;

/** A service with a pack of two files, a file that cannot be read, and a sound one. */
async function newDamagedWorld() {
  const world = await openDomainWorld();
  const { service, directory } = world;
  const ann = await world.join('ann@example.com');
  const times = { contentCreatedAt: undefined, contentModifiedAt: undefined };
  const packed = ['one', 'two'].map((name) => ({ parentId: '0', name, bytes: Buffer.from(name), ...times }));
  await uploadFiles(service, ann, packed);
  const broken = await putFile(service, ann, '0', 'broken');
  const sound = await putFile(service, ann, '0', 'sound');
  const contents = path.join(directory, 'blobs');
  const [pack = ''] = (await readdir(contents, { recursive: true })).filter((name) => name.endsWith('.pack'));
  await writeFile(path.join(contents, pack), 'no longer a pack');
  await breakContent(contents, await blobIdOf(service, broken.id));
  return { ...world, ann, contents, broken, sound };
}

async function blobIdOf(service: Service, fileId: string): Promise<string> {
  const versions = await service.store.read(async (reads) => reads.versions.listAfter('0', 100));
  return versions.find((version) => version.fileId === fileId)?.blobId ?? '';
}

/** A folder in place of a file cannot be read, whoever runs the test. */
async function breakContent(contents: string, blobId: string): Promise<void> {
  const file = path.join(contents, blobId.slice(0, 2), blobId);
  await rm(file);
  await mkdir(file);
}

test('verify, backup and the verification of the backup report each of them and go on', async () => {
  await using world = await newDamagedWorld();
  const { service } = world;
  const { faults, blobs } = await verifyStore(service);
  expect([faults.map(({ kind }) => kind), blobs]).toEqual([['damaged_blob', 'damaged_blob', 'damaged_blob'], 1]);
  const backup = path.join(folder, 'backup');
  expect(await backUp(service, backup, silent)).toMatchObject({ versions: 4, contents: 1, copied: 1, faults });
  expect(await verifyBackup(backup, service.clock)).toMatchObject({ versions: 4, blobs: 1 });
});

test('a restore lists what it could not read, restores everything else, and ends with exit code 2', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann@example.com');
  const broken = await putFile(service, ann, '0', 'broken');
  await putFile(service, ann, '0', 'sound');
  const backup = path.join(folder, 'damaged backup');
  await backUp(service, backup, silent);
  const blobId = await blobIdOf(service, broken.id);
  await breakContent(path.join(backup, 'contents'), blobId);
  const { text, isSound } = await restore(['--from', backup, '--data', path.join(folder, 'restored')], silent);
  expect(isSound).toBe(false);
  expect(JSON.parse(text)).toMatchObject({
    contents: { copied: 1, unreadable: [blobId] },
    versions: 2,
    faults: [{ kind: 'missing_blob', blobId, fileId: broken.id }],
  });
});

test('a move leaves them out, lists them, and ends with exit code 2', async () => {
  await using world = await newDamagedWorld();
  const from = ['--data', world.directory, '--database', `sqlite:${world.directory}/metadata.sqlite`];
  const to = ['--to-blobs', `file:${path.join(folder, 'moved')}`];
  const { text, isSound } = await migrate([...from, ...to], silent);
  expect(isSound).toBe(false);
  expect(JSON.parse(text).blobs).toMatchObject({ copied: 1 });
  expect(JSON.parse(text).blobs.unreadable).toHaveLength(2);
});

test('the collection of orphans deletes the others, and says that some could not be read', async () => {
  await using world = await newDamagedWorld();
  const { blobs } = world.service;
  const orphan = await blobs.write(bytesOf('orphan'), { maxBytes: 10 });
  const later = { ...world.service, clock: { now: () => Date.now() + 24 * 3_600_000 } };
  await expect(collectOrphanBlobs(later)).rejects.toThrow('could not be read or deleted: 1.');
  const listed: string[] = [];
  for await (const { blobId } of blobs.list()) listed.push(blobId);
  expect(listed).not.toContain(orphan.blobId);
  expect(listed).toContain(await blobIdOf(world.service, world.sound.id));
});

test('a batch of downloads brings the others', async () => {
  await using world = await newDamagedWorld();
  const { service, ann, broken, sound } = world;
  const contents = await downloadFiles(service, ann, [{ fileId: broken.id }, { fileId: sound.id }]);
  expect(contents).toMatchObject([{ code: 'content_unavailable' }, { bytes: Buffer.from('sound') }]);
});

/** The files that an archive of these contains, and its counts. */
async function zipped(service: Service, caller: Caller, fileIds: readonly string[]) {
  const items = fileIds.map((id) => ({ kind: 'file' as const, id }));
  const { id } = await createZipDownload(service, caller, { items, use: { token: '', asUser: null } });
  const archive = await readAll(zipBytes(await openZipDownload(service, id, async () => caller)));
  const { state, downloadedFiles, skippedFiles } = await getZipStatus(service, caller, id);
  return { texts: zipEntries(archive).map(({ text }) => text), counts: [state, downloadedFiles, skippedFiles] };
}

test('an archive leaves them out and counts them, as it does contents of another size and those whose first read fails', async () => {
  await using world = await newDamagedWorld();
  const { service, ann, contents, broken, sound } = world;
  const [short, stuck] = [await putFile(service, ann, '0', 'short'), await putFile(service, ann, '0', 'stuck')];
  const blobId = await blobIdOf(service, short.id);
  await truncate(path.join(contents, blobId.slice(0, 2), blobId), 2);
  const stuckId = await blobIdOf(service, stuck.id);
  const fails = () =>
    new Readable({
      read() {
        this.destroy(new BlobUnreadable(stuckId, new Error('EIO')));
      },
    });
  const { open } = service.blobs;
  const blobs = {
    ...service.blobs,
    open: (async (id, ...more) => (id === stuckId ? fails() : open(id, ...more))) as typeof open,
  };
  const ids = [broken.id, short.id, stuck.id, sound.id];
  expect(await zipped({ ...service, blobs }, ann, ids)).toEqual({ texts: ['sound'], counts: ['succeeded', 1, 3] });
});

test('a content that fails after its first bytes breaks the download, and is reported with its file and digest', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann@example.com');
  const { id: fileId } = await putFile(world.service, ann, '0', 'file');
  const faults: unknown[] = [];
  const blobs: BlobStore = {
    ...world.service.blobs,
    open: async (blobId) =>
      (async function* () {
        yield Buffer.from('fi');
        throw new BlobUnreadable(blobId, new Error('EIO'));
      })(),
  };
  const service: Service = { ...world.service, blobs, noteFault: (fault) => void faults.push(fault) };
  const content = await (await downloadFile(service, ann, { fileId })).open();
  await expect(readAll(content)).rejects.toThrow(BlobUnreadable);
  expect(faults).toMatchObject([{ fault: 'unreadable', fileId, sha1: sha1Of('file') }]);
});

test('while the disk with the contents is not mounted, an archive breaks, and a batch of downloads is unavailable', async () => {
  await using world = await openDomainWorld();
  const { service, directory } = world;
  const ann = await world.join('ann@example.com');
  const { id: fileId } = await putFile(service, ann, '0', 'file');
  const items = [{ kind: 'file' as const, id: fileId }];
  const { id } = await createZipDownload(service, ann, { items, use: { token: '', asUser: null } });
  const contents = path.join(directory, 'blobs');
  await rename(contents, `${contents}.away`);
  await mkdir(contents);
  const opened = await openZipDownload(service, id, async () => ann);
  await expect(readAll(zipBytes(opened))).rejects.toThrow(BlobStoreUnavailable);
  await opened.end('failed');
  expect(await getZipStatus(service, ann, id)).toMatchObject({ state: 'failed', downloadedFiles: 0, skippedFiles: 0 });
  await expect(downloadFiles(service, ann, [{ fileId }])).rejects.toThrow(BlobStoreUnavailable);
});
