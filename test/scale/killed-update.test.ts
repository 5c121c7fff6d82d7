import pg from 'pg';
import { expect, test } from 'vitest';
import { nowhere } from '../faults/parallel/stage.ts';
import { eventually, type Running, serviceOn, startTandemService } from '../support/programs/processes.ts';
import { newBucketFolder } from '../support/servers/test-servers.ts';
import { olderPostgres } from '../support/service/older-database.ts';

test('a killed update continues at the next start, and processes log the reason for a wait', async () => {
  await using place = await olderPostgres();
  await place.create('0019-scopes');
  const reader = new pg.Client({ connectionString: place.url });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select from token');
  const storage = ['--data', nowhere, '--database', place.url, '--blobs', await newBucketFolder()];
  const start = () => startTandemService(['start', ...storage, '--host', '127.0.0.1', '--port', '0']);
  const untilBlocked = (running: Running) =>
    eventually('the update waits for the table of tokens', async () => /0022-narrowed-tokens/.test(running.stderr()));
  const killed = start();
  await untilBlocked(killed);
  await killed.kill('SIGKILL');
  const recorded = 'select * from kysely_migration order by name';
  const { rows: done } = await reader.query(recorded);
  expect(done.at(-1)).toMatchObject({ name: '0021-full-text' });

  const next = start();
  await untilBlocked(next);
  await reader.query('commit');
  const service = await serviceOn(nowhere, next);
  const { rows: all } = await reader.query(recorded);
  expect(all.slice(0, done.length)).toEqual(done);
  expect((await service.kill()).code).toBe(0);
  await reader.end();
});
