import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBlobPlace, readDatabasePlace } from '../../service/options/storage-config.ts';
import { type ServiceProcess, startService, tandemService } from '../support/programs/processes.ts';
import { dropDatabase, newBucketFolder, newDatabase } from '../support/servers/test-servers.ts';
import { expectRestorable } from '../support/service/backup-story.ts';
import { createPerson } from '../support/service/beside.ts';
import { expectRestorableAfterInterruption } from '../support/service/interrupted-copy.ts';

/* A backup has one form, so it leads from any place to any other. */

const nowhere = '/nonexistent/tandem';
let folder: string;
let databases: readonly string[];
let remote: readonly string[];
let service: ServiceProcess;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-backup-remote-'));
  databases = [await newDatabase(), await newDatabase(), await newDatabase()];
  remote = ['--database', String(databases[0]), '--blobs', await newBucketFolder()];
  service = await startService(nowhere, 0, remote);
  token = await createPerson(nowhere, 'ann@example.com', remote);
});
afterAll(async () => {
  await service.kill('SIGKILL');
  for (const database of databases) await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

test('PostgreSQL and S3, backed up while they change, restore into another database and bucket, and onto a disk', async () => {
  const backup = path.join(folder, 'backup');
  const to = { data: nowhere, flags: ['--database', String(databases[1]), '--blobs', await newBucketFolder()] };
  await expectRestorable(service, token, { from: { data: nowhere, flags: remote }, to, folder: backup });

  const onDisk = await tandemService(['restore', '--from', backup, '--data', path.join(folder, 'on-disk')]);
  expect([onDisk.code, JSON.parse(onDisk.stdout).faults]).toEqual([0, []]);
});

test('a restore into PostgreSQL that was interrupted starts no service, and a repeat completes it', async () => {
  const backup = path.join(folder, 'interrupted');
  expect((await tandemService(['backup', '--to', backup, '--data', nowhere, ...remote])).code).toBe(0);
  const data = path.join(folder, 'half');
  await expectRestorableAfterInterruption(backup, {
    dataDirectory: data,
    database: readDatabasePlace(databases[2], data),
    blobs: readBlobPlace(undefined, data),
    signal: { kind: 'database' },
  });
});

test('the database alone goes to a file that a service on SQLite can open', async () => {
  const file = path.join(folder, 'database.db');
  expect((await tandemService(['backup', file, '--data', nowhere, ...remote])).code).toBe(0);
  const listed = await tandemService(['users', 'list', '--json', '--data', folder, '--database', `sqlite:${file}`]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ login: 'ann@example.com' }]);
});
