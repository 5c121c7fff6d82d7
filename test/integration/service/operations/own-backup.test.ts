import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService } from '../../../../service/app.ts';
import { backUp } from '../../../../service/backup/back-up.ts';
import { restore, verifyBackup } from '../../../../service/backup/restore.ts';
import type { StorageConfig } from '../../../../service/options/storage-config.ts';
import { openDomainWorld, putFile } from '../../../support/service/domain-world.ts';

/* A backup folder belongs to one service: no other may replace the backup in it. */

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-own-backup-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const silent = (): void => undefined;

/** A service with one file, and its backup. */
async function newBackup(name: string) {
  const world = await openDomainWorld();
  await putFile(world.service, await world.join('ann@example.com'), '0', 'the only copy');
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

/** What an earlier version wrote: contents that name no owner. */
const forgetOwner = async (backup: string) => rm(path.join(backup, 'contents', 'owner'));

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
