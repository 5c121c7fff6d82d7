import { describe, expect, it } from 'vitest';
import { type OlderDatabase, olderPostgres, olderSqlite, olderUser } from '../../../support/service/older-database.ts';

const olderToken = (digest: string, isNarrowed: number) =>
  `insert into token (digest, user_id, scopes, created_at, is_narrowed) values ('${digest}', 1, '[]', 0, ${isNarrowed})`;

/** Fails unless a query of an earlier version finds this token to be narrowed. */
const narrowedForOlder = (digest: string) =>
  `update token set user_id = (select user_id from token where digest = '${digest}' and is_narrowed = 1) where digest = '${digest}'`;

function suite(openDatabase: () => Promise<OlderDatabase>): void {
  it('are still known as such, and others are not', async () => {
    await using database = await openDatabase();
    await database.create('0034-zip-networks');
    await database.run([olderUser(1), olderToken('whole', 0), olderToken('narrow', 1)]);

    const store = await database.open();
    const found = await Promise.all(['whole', 'narrow'].map((digest) => store.tokenOwner(digest)));
    expect(found.map((owner) => owner?.token.narrowedFrom)).toEqual([null, '']);
    await store.close();
  });

  it('are known to both versions while processes of both run', async () => {
    await using database = await openDatabase();
    await database.create('0034-zip-networks');
    await database.run([olderUser(1)]);
    const store = await database.open();

    await database.run([olderToken('older', 1)]);
    const older = await store.tokenOwner('older');
    expect(older?.token.narrowedFrom).toBe('');

    if (!older) throw new Error('The token is missing.');
    await store.transaction(({ tokens }) => tokens.insert({ ...older.token, digest: 'newer', narrowedFrom: 'older' }));
    await database.run([narrowedForOlder('newer')]);
    expect((await store.tokenOwner('newer'))?.token.narrowedFrom).toBe('older');
    await store.close();
  });
}

describe('narrowed tokens of an older database in SQLite', () => suite(olderSqlite));

describe('narrowed tokens of an older database in PostgreSQL', () => suite(olderPostgres));
