import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openService } from '../../../../service/app.ts';
import { backUp } from '../../../../service/backup/back-up.ts';
import { restore, verifyBackup } from '../../../../service/backup/restore.ts';
import { migrate } from '../../../../service/cli/migrate.ts';
import { collectReleasedBlobs } from '../../../../service/domain/upkeep/collect-blobs.ts';
import { verifyStore } from '../../../../service/domain/upkeep/verify-store.ts';
import type { StorageConfig } from '../../../../service/options/storage-config.ts';
import { type BlobStore, BlobStoreUnavailable } from '../../../../service/ports/blob-store.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { openDomainWorld } from '../../../support/service/domain-world.ts';
import { expectRestorableAfterInterruption, expectRestored } from '../../../support/service/interrupted-copy.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let folder: string;
let service: TestService;
let ann: ServiceCaller;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-backup-race-'));
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const silent = (): void => undefined;

/** The contents of the service, with something done before each is opened. */
function contentsThat(before: () => Promise<void>): BlobStore {
  const { blobs } = service.service;
  return {
    ...blobs,
    open: async (id, range) => {
      await before();
      return blobs.open(id, range);
    },
  };
}

async function purge(id: string | undefined): Promise<void> {
  await ann.delete(`/files/${id}`);
  expect((await ann.delete(`/files/${id}/trash`)).status).toBe(204);
  await collectReleasedBlobs(service.service, 0);
}

async function newFile(name: string): Promise<string | undefined> {
  return (await ann.upload({ name, parent: { id: '0' } }, randomBytes(3_000_000))).json.entries[0]?.id;
}

test('a content that is permanently deleted after the snapshot is in no backup, and nothing in it is missing', async () => {
  const ids = [await newFile('first'), await newFile('second'), await newFile('third')];
  const left = [...ids];
  const blobs = contentsThat(async () => {
    if (left.length > 1) await purge(left.pop());
  });
  const target = path.join(folder, 'purged');
  const report = await backUp({ ...service.service, blobs }, target, silent);
  expect(report).toMatchObject({ versions: 1, contents: 1, faults: [] });
  expect(await verifyBackup(target, service.service.clock)).toMatchObject({ versions: 1, blobs: 1, faults: [] });
});

test('an interrupted backup leaves the one before it valid, and the next one completes', async () => {
  const target = path.join(folder, 'interrupted');
  const before = await backUp(service.service, target, silent);
  await newFile('fourth');
  await newFile('fifth');
  let opened = 0;
  const blobs = contentsThat(async () => {
    opened += 1;
    if (opened === 2) throw new BlobStoreUnavailable(new Error('planted'));
  });
  await expect(backUp({ ...service.service, blobs }, target, silent)).rejects.toThrow(BlobStoreUnavailable);
  expect(await verifyBackup(target, service.service.clock)).toMatchObject({ versions: before.versions, faults: [] });

  const after = await backUp(service.service, target, silent);
  expect(after).toMatchObject({ versions: before.versions + 2, copied: 1, faults: [] });
  expect((await readdir(target)).toSorted()).toEqual([
    'backup.lock',
    'contents',
    expect.stringMatching(/^database-/),
    'manifest.json',
  ]);
});

test('a content that an earlier backup holds only in part is copied again', async () => {
  const target = path.join(folder, 'in part');
  await backUp(service.service, target, silent);
  const contents = path.join(target, 'contents');
  const found = await readdir(contents, { recursive: true, withFileTypes: true });
  const file = found.find((entry) => entry.isFile() && entry.name !== 'owner');
  if (!file) throw new Error('The backup has no content.');
  await truncate(path.join(file.parentPath, file.name), 1000);
  expect(await backUp(service.service, target, silent)).toMatchObject({ copied: 1, faults: [] });
  expect(await verifyBackup(target, service.service.clock)).toMatchObject({ faults: [] });
});

test('a content whose bytes are not those of its digest is reported, and is not in the backup', async () => {
  const id = await newFile('damaged');
  const target = path.join(folder, 'damaged');
  const { blobs } = service.service;
  const open: BlobStore['open'] = async (blobId, range) => {
    const content = await blobs.open(blobId, range);
    return (async function* () {
      for await (const chunk of content) yield Uint8Array.from(chunk).reverse();
    })();
  };
  const report = await backUp({ ...service.service, blobs: { ...blobs, open } }, target, silent);
  expect(report.faults).toContainEqual(expect.objectContaining({ kind: 'damaged_blob', fileId: id }));
  const { faults } = await verifyBackup(target, service.service.clock);
  expect(faults).toContainEqual(expect.objectContaining({ kind: 'missing_blob', fileId: id }));
});

test('a restore into data that is in use brings nothing there, not even contents', async () => {
  const target = path.join(folder, 'elsewhere');
  await backUp(service.service, target, silent);
  await using world = await openDomainWorld();
  await world.join('somebody');
  const place = {
    dataDirectory: world.directory,
    signal: { kind: 'database' },
    database: { kind: 'sqlite', file: path.join(world.directory, 'metadata.sqlite') },
    blobs: { kind: 'disk', directory: path.join(world.directory, 'blobs') },
  } as const;
  await expect(restore(target, place, silent)).rejects.toMatchObject({ code: 'target_in_use' });
  for await (const { blobId } of world.service.blobs.list()) expect(blobId).toBeNull();
});

/** A place on this disk for a restored service. */
function placeIn(dataDirectory: string): StorageConfig {
  return {
    dataDirectory,
    signal: { kind: 'database' },
    database: { kind: 'sqlite', file: path.join(dataDirectory, 'service.db') },
    blobs: { kind: 'disk', directory: path.join(dataDirectory, 'blobs') },
  };
}

describe('the copy of the database in a backup', () => {
  const noFolder = () => void vi.stubEnv('TMPDIR', path.join(folder, 'nowhere'));

  test('goes beside the restored data, and not into the temporary folder, which may be memory', async () => {
    const backup = path.join(folder, 'restored without temporary folder');
    await backUp(service.service, backup, silent);
    noFolder();
    const place = placeIn(await mkdtemp(path.join(folder, 'restored-')));
    // Of an interrupted one.
    await mkdir(path.join(place.dataDirectory, 'tandem-restore-before'));
    await expectRestored(backup, place);
    expect((await readdir(place.dataDirectory)).filter((name) => !/^(?:service\.|blobs$)/.test(name))).toEqual([]);
  });

  test('goes beside the backup for a verification, and leaves nothing there', async () => {
    const place = await mkdtemp(path.join(folder, 'verified-'));
    await backUp(service.service, path.join(place, 'backup'), silent);
    noFolder();
    expect(await verifyBackup(path.join(place, 'backup'), service.service.clock)).toMatchObject({ faults: [] });
    expect(await readdir(place)).toEqual(['backup']);
  });

  test('goes into the temporary folder if nothing can be stored beside the backup', async () => {
    const place = await mkdtemp(path.join(folder, 'read-only-'));
    await backUp(service.service, path.join(place, 'backup'), silent);
    await chmod(place, 0o500);
    expect(await verifyBackup(path.join(place, 'backup'), service.service.clock)).toMatchObject({ faults: [] });
    await chmod(place, 0o700);
  });
});

test('no service starts on the rows of an interrupted restore, and a repeat completes it', async () => {
  const backup = path.join(folder, 'interrupted rows');
  await backUp(service.service, backup, silent);
  await expectRestorableAfterInterruption(backup, placeIn(await mkdtemp(path.join(folder, 'half-'))));
});

test('no service starts on the contents of an interrupted restore, and a repeat completes it', async () => {
  const backup = path.join(folder, 'interrupted contents');
  await backUp(service.service, backup, silent);
  const place = placeIn(await mkdtemp(path.join(folder, 'contents-')));
  await writeFile(path.join(place.dataDirectory, 'blobs'), 'in the way');
  await expect(restore(backup, place, silent)).rejects.toThrow();
  await rm(path.join(place.dataDirectory, 'blobs'));
  await expect(openService(place)).rejects.toMatchObject({ code: 'copy_unfinished' });
  await expectRestored(backup, place);
});

test('no service starts on the contents of an interrupted move, and a repeat completes it', async () => {
  const backup = path.join(folder, 'moved');
  await backUp(service.service, backup, silent);
  const from = placeIn(await mkdtemp(path.join(folder, 'moved-from-')));
  await restore(backup, from, silent);
  const to = placeIn(await mkdtemp(path.join(folder, 'moved-to-')));
  const blobs = path.join(to.dataDirectory, 'blobs');
  const database = path.join(to.dataDirectory, 'service.db');
  const places = ['--data', from.dataDirectory, '--to-database', `sqlite:${database}`, '--to-blobs', `file:${blobs}`];
  await writeFile(blobs, 'in the way');
  await expect(migrate(places, silent)).rejects.toThrow();
  await rm(blobs);
  await expect(openService(to)).rejects.toMatchObject({ code: 'copy_unfinished' });

  await migrate(places, silent);
  await using opened = await openService(to);
  const { versions, faults } = await verifyStore(opened.service);
  expect(faults).toEqual([]);
  expect(versions).toBeGreaterThan(0);
});

test('unfinished uploads are left out', async () => {
  const wanted = JSON.stringify({ folder_id: '0', file_name: 'unfinished', file_size: 30_000_000 });
  const url = `${service.uploadUrl}/files/upload_sessions`;
  const opened = await ann.send('POST', url, wanted, { 'content-type': 'application/json' });
  expect(opened.status).toBe(201);
  const target = path.join(folder, 'sessions');
  await backUp(service.service, target, silent);
  const [database = ''] = (await readdir(target)).filter((name) => name.endsWith('.db'));
  const { openMetadata } = await import('../../../../service/open-storage.ts');
  const store = await openMetadata({ kind: 'sqlite', file: path.join(target, database) }, service.service.clock);
  expect(await store.read(async ({ sessions }) => sessions.countOpen(service.person.id))).toBe(0);
  await store.close();
});
