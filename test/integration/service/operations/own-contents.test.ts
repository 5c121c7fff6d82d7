import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockData } from '../../../../service/adapters/data-lock.ts';
import { beginCopy } from '../../../../service/adapters/metadata-sql/copy-rows.ts';
import { openService } from '../../../../service/app.ts';
import { backUp } from '../../../../service/backup/back-up.ts';
import { restore } from '../../../../service/backup/restore.ts';
import { migrate } from '../../../../service/cli/migrate.ts';
import { adopt } from '../../../../service/cli/storage.ts';
import { collectOrphanBlobs } from '../../../../service/domain/upkeep/collect-blobs.ts';
import { verifyStore } from '../../../../service/domain/upkeep/verify-store.ts';
import { openCopyTarget } from '../../../../service/open-storage.ts';
import type { StorageConfig } from '../../../../service/options/storage-config.ts';
import { BlobStoreUnavailable } from '../../../../service/ports/blob-store.ts';
import { bytesOf, openDomainWorld, putFile } from '../../../support/service/domain-world.ts';

/* A blob store belongs to one database: no other may take its contents for orphans. */

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-own-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const silent = (): void => undefined;
const refusal = { code: 'contents_of_another' };

/** A place with its database, and contents that may be elsewhere. */
async function newPlace(blobs?: string): Promise<StorageConfig> {
  const dataDirectory = await mkdtemp(path.join(folder, 'data-'));
  return {
    dataDirectory,
    signal: { kind: 'database' },
    database: { kind: 'sqlite', file: path.join(dataDirectory, 'service.db') },
    blobs: { kind: 'disk', directory: blobs ?? path.join(dataDirectory, 'blobs') },
  };
}

const contentsOf = ({ blobs }: StorageConfig): string => (blobs.kind === 'disk' ? blobs.directory : '');

/** A world that was opened as a service, with one file in it, as the place of a service. */
async function newWorld() {
  const world = await openDomainWorld();
  const ann = await world.join('ann@example.com');
  await putFile(world.service, ann, '0', 'a file');
  const place: StorageConfig = {
    dataDirectory: world.directory,
    signal: { kind: 'database' },
    database: { kind: 'sqlite', file: path.join(world.directory, 'metadata.sqlite') },
    blobs: { kind: 'disk', directory: path.join(world.directory, 'blobs') },
  };
  return { ...world, place };
}

async function expectWhole(place: StorageConfig): Promise<void> {
  await using opened = await openService(place);
  expect(await verifyStore(opened.service)).toMatchObject({ versions: 1, blobs: 1, faults: [] });
}

test('a lost or misspelt database finds no service: the contents belong to another database', async () => {
  await using world = await newWorld();
  await expect(openService(await newPlace(contentsOf(world.place)))).rejects.toMatchObject(refusal);
  await expectWhole(world.place);
});

test('a restored copy does not start on the contents of the service that was backed up', async () => {
  await using world = await newWorld();
  const backup = path.join(folder, 'backup of a service');
  await backUp(world.service, backup, silent);
  const drill = await newPlace(contentsOf(world.place));
  await expect(restore(backup, drill, silent)).rejects.toMatchObject(refusal);
  await expectWhole(world.place);

  const elsewhere = await newPlace();
  await restore(backup, elsewhere, silent);
  await expectWhole(elsewhere);
  const mixed = { ...elsewhere, blobs: world.place.blobs };
  await expect(openService(mixed)).rejects.toMatchObject(refusal);
});

test('a restored copy does not take over the contents of an earlier version either', async () => {
  await using world = await newWorld();
  const backup = path.join(folder, 'backup of an earlier version');
  await backUp(world.service, backup, silent);
  await rm(path.join(contentsOf(world.place), 'owner'));
  await expect(restore(backup, await newPlace(contentsOf(world.place)), silent)).rejects.toMatchObject(refusal);
});

test('the contents of an earlier version belong to the database that knows them', async () => {
  await using world = await newWorld();
  await rm(path.join(contentsOf(world.place), 'owner'));
  await expect(openService(await newPlace(contentsOf(world.place)))).rejects.toMatchObject(refusal);
  await expectWhole(world.place);
  await expect(openService(await newPlace(contentsOf(world.place)))).rejects.toMatchObject(refusal);
});

test('a service that could not reach its blob store at the start deletes nothing in one of another database', async () => {
  await using world = await newWorld();
  await using other = await openDomainWorld();
  const orphan = await world.service.blobs.write(bytesOf(randomBytes(10)), { maxBytes: 100 });
  other.passTime(365 * 24 * 3600 * 1000);
  const confused = { ...other.service, blobs: world.service.blobs };
  await expect(collectOrphanBlobs(confused)).rejects.toMatchObject(refusal);
  expect((await world.service.blobs.digest(orphan.blobId)).sizeBytes).toBe(10);
});

test('a blob store out of reach delays the check and does not stop the start', async () => {
  await using world = await newWorld();
  const owner = async () => {
    throw new BlobStoreUnavailable(new Error('planted'));
  };
  await using opened = await openService(world.place, { measured: (blobs) => ({ ...blobs, owner }) });
  expect(await verifyStore(opened.service)).toMatchObject({ versions: 1, faults: [] });
});

test('a move of the database alone takes its contents along: the old database no longer starts on them', async () => {
  await using world = await newWorld();
  const to = await newPlace(contentsOf(world.place));
  const file = path.join(to.dataDirectory, 'service.db');
  const from = ['--database', `sqlite:${world.directory}/metadata.sqlite`, '--data', world.directory];
  await migrate([...from, '--to-database', `sqlite:${file}`], silent);
  await expect(openService(world.place)).rejects.toMatchObject(refusal);
  await expectWhole(to);
});

test('a move of the database alone that was interrupted before its end can be repeated', async () => {
  await using world = await newWorld();
  const to = await newPlace(contentsOf(world.place));
  const file = path.join(to.dataDirectory, 'service.db');
  const target = await openCopyTarget(to.database);
  await world.service.blobs.setOwner(await beginCopy(target));
  await target.close();
  await expect(openService(to)).rejects.toMatchObject({ code: 'copy_unfinished' });
  const from = ['--database', `sqlite:${world.directory}/metadata.sqlite`, '--data', world.directory];
  await migrate([...from, '--to-database', `sqlite:${file}`], silent);
  await expectWhole(to);
});

test('a database whose id is not that of its contents adopts them, once someone says how many it does not name', async () => {
  await using world = await newWorld();
  await world.service.blobs.write(bytesOf(randomBytes(10)), { maxBytes: 100 });
  // A copy from before the first start of this version.
  const to = await newPlace(contentsOf(world.place));
  const file = path.join(to.dataDirectory, 'service.db');
  await world.service.store.backup(file);
  const copy = new Sqlite(file);
  copy.prepare("delete from setting where name = 'contents_id'").run();
  copy.close();
  await expect(openService(to)).rejects.toMatchObject({
    ...refusal,
    message: expect.stringContaining('adopt-contents'),
  });

  const flags = ['--data', to.dataDirectory, '--blobs', `file:${contentsOf(to)}`];
  const said: string[] = [];
  const counted = await adopt(flags, (sentence) => void said.push(sentence));
  expect(JSON.parse(counted.text)).toEqual({ named: 1, unnamed: 1, adopted: false });
  expect(said).toEqual([expect.stringContaining('--unnamed 1')]);
  await expect(adopt([...flags, '--unnamed', '0'], silent)).rejects.toMatchObject({ code: 'usage' });
  const lock = lockData(to.dataDirectory);
  await expect(adopt([...flags, '--unnamed', '1'], silent)).rejects.toMatchObject({ code: 'data_in_use' });
  lock.release();
  await expect(openService(to)).rejects.toMatchObject(refusal);

  const adopted = await adopt([...flags, '--unnamed', '1'], silent);
  expect(JSON.parse(adopted.text)).toEqual({ named: 1, unnamed: 1, adopted: true });
  await expect(openService(world.place)).rejects.toMatchObject(refusal);
  await using opened = await openService(to);
  expect(await verifyStore(opened.service)).toMatchObject({ versions: 1, faults: [] });
});

test('a move of the contents alone leaves them with their database', async () => {
  await using world = await newWorld();
  const blobs = path.join(folder, 'moved contents');
  const from = ['--database', `sqlite:${world.directory}/metadata.sqlite`, '--data', world.directory];
  await migrate([...from, '--to-blobs', `file:${blobs}`], silent);
  await expectWhole({ ...world.place, blobs: { kind: 'disk', directory: blobs } });
  await expect(openService(await newPlace(blobs))).rejects.toMatchObject(refusal);
});

test('contents of another database are no target for a move', async () => {
  await using world = await newWorld();
  await using other = await newWorld();
  const from = ['--database', `sqlite:${world.directory}/metadata.sqlite`, '--data', world.directory];
  const move = migrate([...from, '--to-blobs', `file:${contentsOf(other.place)}`], silent);
  await expect(move).rejects.toMatchObject(refusal);
});

test('a move does not begin from an empty place instead of the contents that the database names', async () => {
  await using world = await newWorld();
  const to = await newPlace();
  const from = ['--database', `sqlite:${world.directory}/metadata.sqlite`, '--data', to.dataDirectory];
  const move = migrate([...from, '--to-database', `sqlite:${path.join(folder, 'moved.db')}`], silent);
  await expect(move).rejects.toThrow('Name the right one with --blobs.');
  await expectWhole(world.place);
});
