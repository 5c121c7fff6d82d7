import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService } from '../../../../service/app.ts';
import { backUp } from '../../../../service/backup/back-up.ts';
import { restore, verifyBackup } from '../../../../service/backup/restore.ts';
import { migrate } from '../../../../service/cli/migrate.ts';
import type { StorageConfig } from '../../../../service/options/storage-config.ts';
import { openDomainWorld, putFile } from '../../../support/service/domain-world.ts';

/* A backup folder belongs to one service: no other may replace the backup in it. */

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-own-backup-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const silent = (): void => undefined;

/** A service with one person, and by default one file, and its backup. */
async function newBackup(name: string, { hasFile = true } = {}) {
  const world = await openDomainWorld();
  const ann = await world.join('ann@example.com');
  if (hasFile) await putFile(world.service, ann, '0', 'the only copy');
  const backup = path.join(folder, name);
  await backUp(world.service, backup, silent);
  return { ...world, backup };
}

async function newPlace(): Promise<StorageConfig> {
  const dataDirectory = await mkdtemp(path.join(folder, 'data-'));
  return {
    dataDirectory,
    signal: { kind: 'database' },
    database: { kind: 'sqlite', file: path.join(dataDirectory, 'service.db') },
    blobs: { kind: 'disk', directory: path.join(dataDirectory, 'blobs') },
  };
}

function forgetBackupId(file: string): void {
  const database = new Sqlite(file);
  database.prepare("delete from setting where name = 'backup_id'").run();
  database.close();
}

/** Leaves what an earlier version wrote: contents that name no owner, and a database without the id of its backups. */
async function forgetOwner(backup: string): Promise<void> {
  await rm(path.join(backup, 'contents', 'owner'));
  const manifest = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8'));
  const file = path.join(backup, manifest.database);
  forgetBackupId(file);
  const database_sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  await writeFile(path.join(backup, 'manifest.json'), JSON.stringify({ ...manifest, database_sha256 }));
}

/** The first backup by this version, on a machine that is lost before there is a manifest. */
async function backUpUntilLost({ service, backup }: Awaited<ReturnType<typeof newBackup>>): Promise<void> {
  const lost = async () => {
    throw new Error('the machine is lost');
  };
  const store = { ...service.store, backup: lost };
  await expect(backUp({ ...service, store }, backup, silent)).rejects.toThrow('the machine is lost');
}

const unchanged = async (backup: string) => [
  await readFile(path.join(backup, 'manifest.json'), 'utf8'),
  (await readdir(backup, { recursive: true })).toSorted(),
];

test.each([
  ['this version', async () => undefined],
  ['an earlier version', forgetOwner],
])('a new, empty service does not replace the backup that %s made of another', async (version, age) => {
  await using world = await newBackup(`backup of ${version}`);
  await age(world.backup);
  const before = await unchanged(world.backup);

  await using fresh = await openDomainWorld();
  await expect(backUp(fresh.service, world.backup, silent)).rejects.toMatchObject({
    code: 'backup_of_another',
    message: expect.stringMatching(/^\/.+ holds the backup of another service\. .+ --to\b/),
  });
  expect(await unchanged(world.backup)).toEqual(before);
  const whole = { versions: 1, blobs: 1, faults: [] };
  expect(await verifyBackup(world.backup, world.service.clock)).toMatchObject(whole);
  expect(await backUp(world.service, world.backup, silent)).toMatchObject({ copied: 0, removed: 0 });
});

test('a new, empty service does not replace the backup without contents that an earlier version made of another', async () => {
  await using world = await newBackup('backup of people', { hasFile: false });
  await forgetOwner(world.backup);
  const before = await unchanged(world.backup);

  await using fresh = await openDomainWorld();
  await expect(backUp(fresh.service, world.backup, silent)).rejects.toMatchObject({ code: 'backup_of_another' });
  expect(await unchanged(world.backup)).toEqual(before);
  const place = await newPlace();
  await restore(world.backup, place, silent);
  await using restored = await openService(place);
  expect(await backUp(restored.service, world.backup, silent)).toMatchObject({ versions: 0 });
});

test('a service continues the backup without contents that an earlier version made of it', async () => {
  await using world = await newBackup('continued backup of people', { hasFile: false });
  await forgetOwner(world.backup);
  expect(await backUp(world.service, world.backup, silent)).toMatchObject({ versions: 0 });
});

test('a moved service continues the backup without contents that an earlier version made of it', async () => {
  await using world = await newBackup('backup of moved people', { hasFile: false });
  await forgetOwner(world.backup);
  const original = path.join(world.directory, 'metadata.sqlite');
  forgetBackupId(original);
  const place = await newPlace();
  const file = path.join(place.dataDirectory, 'service.db');
  const from = ['--database', `sqlite:${original}`, '--data', world.directory];
  await migrate([...from, '--to-database', `sqlite:${file}`], silent);
  const blobs = { kind: 'disk', directory: path.join(world.directory, 'blobs') } as const;
  await using moved = await openService({ ...place, blobs });
  expect(await backUp(moved.service, world.backup, silent)).toMatchObject({ versions: 0 });
});

test('a service restored from the backup of an earlier version continues it after this version began another', async () => {
  await using world = await newBackup('begun backup');
  await forgetOwner(world.backup);
  await backUpUntilLost(world);
  const place = await newPlace();
  await restore(world.backup, place, silent);
  await using restored = await openService(place);
  expect(await backUp(restored.service, world.backup, silent)).toMatchObject({ versions: 1, copied: 0, removed: 0 });
});

test.each([
  ['this version', async () => undefined],
  ['an earlier version', forgetOwner],
])('a restored service continues the backup of %s that it came from', async (version, age) => {
  await using world = await newBackup(`continued backup of ${version}`);
  await age(world.backup);
  const place = await newPlace();
  await restore(world.backup, place, silent);
  await using restored = await openService(place);
  expect(await backUp(restored.service, world.backup, silent)).toMatchObject({ versions: 1, copied: 0, removed: 0 });
});
