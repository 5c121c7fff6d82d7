import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCopyTarget } from '../../service/open-storage.ts';
import { readBlobPlace, readDatabasePlace, type StorageConfig } from '../../service/options/storage-config.ts';
import { type ServiceProcess, startService, tandemService } from '../support/programs/processes.ts';
import { askPostgres } from '../support/servers/postgres-server.ts';
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
  databases = [await newDatabase(), await newDatabase(), await newDatabase(), await newDatabase(), await newDatabase()];
  remote = ['--database', String(databases[0]), '--blobs', await newBucketFolder()];
  service = await startService(nowhere, 0, remote);
  token = await createPerson(nowhere, 'ann@example.com', remote);
});
afterAll(async () => {
  await service.kill('SIGKILL');
  for (const database of databases) await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

/** A place for an interrupted restore: the rows in a database of the server, the contents on this disk. */
function halfAt(name: string, database: string | undefined): StorageConfig {
  const data = path.join(folder, name);
  return {
    dataDirectory: data,
    database: readDatabasePlace(database, data),
    blobs: readBlobPlace(undefined, data),
    signal: { kind: 'database' },
  };
}

test('PostgreSQL and S3, backed up while they change, restore into another database and bucket, and onto a disk', async () => {
  const backup = path.join(folder, 'backup');
  const to = { data: nowhere, flags: ['--database', String(databases[1]), '--blobs', await newBucketFolder()] };
  await expectRestorable(service, token, { from: { data: nowhere, flags: remote }, to, folder: backup });

  const onDisk = await tandemService(['restore', '--from', backup, '--data', path.join(folder, 'on-disk')]);
  expect([onDisk.code, JSON.parse(onDisk.stdout).faults]).toEqual([0, []]);
});

test('the bucket of a service takes no restored copy and no other database', async () => {
  const backup = path.join(folder, 'of a drill');
  expect((await tandemService(['backup', '--to', backup, '--data', nowhere, ...remote])).code).toBe(0);
  const bucket = ['--data', path.join(folder, 'drill'), '--blobs', String(remote[3])];
  const drill = await tandemService(['restore', '--from', backup, ...bucket]);
  expect([drill.code, drill.stdout, drill.stderr]).toEqual([1, '', expect.stringMatching(/of another database/)]);
  const misspelt = await tandemService(['verify', ...bucket, '--database', String(databases[4])]);
  expect([misspelt.code, misspelt.stderr]).toEqual([1, expect.stringMatching(/of another database/)]);
});

test('a restore into PostgreSQL that was interrupted starts no service, and a repeat completes it', async () => {
  const backup = path.join(folder, 'interrupted');
  expect((await tandemService(['backup', '--to', backup, '--data', nowhere, ...remote])).code).toBe(0);
  await expectRestorableAfterInterruption(backup, halfAt('half', databases[2]));
});

test('the repeat of an interrupted restore deletes no rows one by one, which takes too long in a large database', async () => {
  const backup = path.join(folder, 'large');
  expect((await tandemService(['backup', '--to', backup, '--data', nowhere, ...remote])).code).toBe(0);
  const to = halfAt('half of large', databases[3]);
  await (await openCopyTarget(to.database)).close();
  await askPostgres(
    String(databases[3]),
    `create function time_out() returns trigger language plpgsql as
       $$ begin raise query_canceled using message = 'canceling statement due to statement timeout'; end $$;
     create trigger slow before delete on "user" for each row execute function time_out()`,
  );
  await expectRestorableAfterInterruption(backup, to);
});

test('the database alone goes to a file that a service on SQLite can open', async () => {
  const file = path.join(folder, 'database.db');
  expect((await tandemService(['backup', file, '--data', nowhere, ...remote])).code).toBe(0);
  const listed = await tandemService(['users', 'list', '--json', '--data', folder, '--database', `sqlite:${file}`]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ login: 'ann@example.com' }]);
});
