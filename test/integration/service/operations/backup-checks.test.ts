import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../../../../service/backup/back-up.ts';
import { verifyBackup } from '../../../../service/backup/restore.ts';
import { restore } from '../../../../service/cli/storage.ts';
import { verifyStore } from '../../../../service/domain/upkeep/verify-store.ts';
import { BlobStoreUnavailable } from '../../../../service/ports/blob-store.ts';
import { bytesOf, openDomainWorld, putFile, readAll } from '../../../support/service/domain-world.ts';

/* A backup is read again before it is needed, and says what it should hold. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-backup-checks-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const silent = (): void => undefined;

/** The files of the contents in a backup. */
async function contentFiles(backup: string): Promise<readonly string[]> {
  const contents = path.join(backup, 'contents');
  const names = await readdir(contents, { recursive: true });
  return names.filter((name) => /\/[0-9a-f]{32}$/.test(name)).map((name) => path.join(contents, name));
}

test('twenty backups read all older contents once, and copy damaged ones again', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann@example.com');
  for (let index = 0; index < 40; index += 1) await putFile(service, ann, '0', `file ${index}`);
  const backup = path.join(folder, 'read again');
  expect(await backUp(service, backup, silent)).toMatchObject({ copied: 40, checked: 0, repaired: 0 });
  const files = await contentFiles(backup);
  for (const file of files) {
    const bytes = await readFile(file);
    await writeFile(file, Buffer.alloc(bytes.length, 'x'));
  }
  for (let run = 0; run < 20; run += 1)
    expect(await backUp(service, backup, silent)).toMatchObject({ copied: 2, checked: 2, repaired: 2, faults: [] });
  expect(await verifyBackup(backup, service.clock)).toMatchObject({ blobs: 40, faults: [] });
  expect(await backUp(service, backup, silent)).toMatchObject({ copied: 0, checked: 2, repaired: 0 });
});

test('a damaged copy stays while the service lacks the content, and each backup reports it', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann@example.com');
  await putFile(service, ann, '0', 'the only copy');
  const backup = path.join(folder, 'only copy');
  await backUp(service, backup, silent);
  const [copy = ''] = await contentFiles(backup);
  const whole = await readFile(copy);
  await writeFile(copy, Buffer.alloc(whole.length, 'x'));
  const blobId = path.basename(copy);
  const withdrawn = await readAll(await service.blobs.open(blobId));
  await service.blobs.delete(blobId);
  await putFile(service, ann, '0', 'another');

  for (let run = 0; run < 3; run += 1) {
    const report = await backUp(service, backup, silent);
    expect(report).toMatchObject({ repaired: 0, removed: 0, faults: [{ kind: 'missing_blob', blobId }] });
    expect(await contentFiles(backup)).toContain(copy);
  }
  await service.blobs.writeCopy(bytesOf(withdrawn), { blobId, sizeBytes: withdrawn.length });
  expect(await backUp(service, backup, silent)).toMatchObject({ repaired: 1, faults: [] });
  expect(await readFile(copy)).toEqual(whole);
});

test('a damaged copy stays while the content store of the service is unreachable', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann@example.com');
  await putFile(service, ann, '0', 'unreachable');
  const backup = path.join(folder, 'unreachable');
  await backUp(service, backup, silent);
  const [copy = ''] = await contentFiles(backup);
  await truncate(copy, 3);
  const open = async () => Promise.reject(new BlobStoreUnavailable(new Error('planted')));
  const cut = { ...service, blobs: { ...service.blobs, open } };
  await expect(backUp(cut, backup, silent)).rejects.toThrow(BlobStoreUnavailable);
  expect(await contentFiles(backup)).toEqual([copy]);
});

test('a restore says when it found less than the backup should hold', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann@example.com');
  for (const name of ['one', 'two']) await putFile(service, ann, '0', name);
  const backup = path.join(folder, 'less');
  await backUp(service, backup, silent);
  const manifest = path.join(backup, 'manifest.json');
  const stated = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...stated, versions: 3, contents: 3, bytes: 9 }));
  const message = expect.stringContaining('names 3 versions and 3 contents of 9 bytes. Found: 2 versions');
  expect((await verifyBackup(backup, service.clock)).faults).toEqual([{ kind: 'metadata', message }]);
  const { text, isSound } = await restore(['--from', backup, '--data', path.join(folder, 'restored')], silent);
  expect([isSound, JSON.parse(text).faults]).toEqual([false, [{ kind: 'metadata', message }]]);
});

test('verify reports a file whose current version is missing', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann@example.com');
  const lacking = await putFile(service, ann, '0', 'lacking');
  const other = await putFile(service, ann, '0', 'other');
  const raw = new Sqlite(path.join(world.directory, 'metadata.sqlite'));
  raw.prepare('update item set version_id = ? where id = ?').run(Number(other.file_version.id), Number(lacking.id));
  raw.close();
  expect((await verifyStore(service)).faults).toEqual([{ kind: 'missing_version', fileId: lacking.id }]);
});
