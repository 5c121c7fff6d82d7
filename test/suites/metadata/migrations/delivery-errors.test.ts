import { describe, expect, it } from 'vitest';
import { verbatim } from '../../../../contract/rules/say.ts';
import { type OlderDatabase, olderPostgres, olderSqlite } from '../../../support/service/older-database.ts';

const failed = 'The "{0}" receiver\\hook responded with 503.';

/** Rows of the version before: the error of a delivery as text. */
const olderRows = [
  `insert into webhook (id, target_kind, target_id, created_by, app_id, created_at, address, triggers)
    values (5, 'folder', 10, 1, '', 0, 'https://example.org/', '[]')`,
  ...[21, 22].map(
    (id) => `insert into webhook_delivery (id, webhook_id, trigger_name, created_at, body, status, tries, last_error)
      values (${id}, 5, 'FILE.UPLOADED', 0, '{}', 'given_up', 1, ${id === 21 ? `'${failed}'` : 'null'})`,
  ),
];

function suite(openDatabase: () => Promise<OlderDatabase>): void {
  it('is one sentence without values', async () => {
    await using database = await openDatabase();
    await database.create('0022-narrowed-tokens');
    await database.run(olderRows);

    const store = await database.open();
    const listed = await store.read(({ webhooks }) => webhooks.listDeliveries('5', { after: null, limit: 9 }));
    expect(listed.map(({ id, lastError }) => [id, lastError])).toEqual([
      ['22', null],
      ['21', verbatim(failed)],
    ]);
    await store.close();
  });
}

describe('the error of a delivery from an older database in SQLite', () => suite(olderSqlite));

describe('the error of a delivery from an older database in PostgreSQL', () => suite(olderPostgres));
