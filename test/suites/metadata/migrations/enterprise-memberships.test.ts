import { describe, expect, it } from 'vitest';
import { type OlderDatabase, olderPostgres, olderSqlite, olderUser } from '../../../support/service/older-database.ts';

const group = `insert into user_group
  (id, name, name_key, description, invitability_level, member_viewability_level, created_at, modified_at)
  values (30, 'g', 'g', '', 'all_managed_users', 'all_managed_users', 0, 0)`;

/** A row as versions before the column write it. */
const membership = (id: number, userId: number) => `insert into group_membership
  (id, group_id, user_id, role, created_at, modified_at) values (${id}, 30, ${userId}, 'member', 0, 0)`;

function suite(openDatabase: () => Promise<OlderDatabase>): void {
  it('counts as added by the enterprise, and a row that an older process inserts afterwards does not', async () => {
    await using database = await openDatabase();
    await database.create('0026-zip-starts');
    await database.run([olderUser(20), olderUser(21), group, membership(40, 20)]);
    await (await database.open()).close();
    await database.run([membership(41, 21)]);

    const store = await database.open();
    const added = await store.read(async ({ groups }) =>
      Promise.all(['40', '41'].map(async (id) => (await groups.membership(id))?.isByEnterprise)),
    );
    expect(added).toEqual([true, false]);
    await store.close();
  });
}

describe('a membership from an older database in SQLite', () => suite(olderSqlite));

describe('a membership from an older database in PostgreSQL', () => suite(olderPostgres));
