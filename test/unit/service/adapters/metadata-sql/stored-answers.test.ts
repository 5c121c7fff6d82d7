import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { systemClock } from '../../../../../service/adapters/system-clock.ts';
import { newQuickFolder } from '../../../../support/files/quick-folder.ts';
import { copyEmptyTables } from '../../../../support/service/empty-tables.ts';

it('takes little space for a large answer, and reads one that was stored uncompressed', async () => {
  const file = join(await newQuickFolder('tandem-answers-'), 'metadata.sqlite');
  await copyEmptyTables(file);
  const store = await openSqliteStore(file, systemClock);
  const database = new Sqlite(file);
  const body = JSON.stringify(Array.from({ length: 1000 }, (_, index) => ({ type: 'file', id: String(index) })));
  const sent = { userId: '1', key: 'a-key', operation: 'uploadFiles', fingerprint: 'f', contentSha1: null };
  const answer = { ...sent, authority: 'a', status: 200, headers: {}, body, createdAt: Date.now() };

  await store.transaction(({ idempotencyKeys }) => idempotencyKeys.insert(answer));
  expect(database.prepare('select length(body) from idempotency_key').pluck().get()).toBeLessThan(body.length / 4);

  database.prepare('update idempotency_key set body = ?').run(body);
  expect(await store.read(({ idempotencyKeys }) => idempotencyKeys.get('1', 'a-key'))).toEqual(answer);
  database.close();
  await store.close();
});
