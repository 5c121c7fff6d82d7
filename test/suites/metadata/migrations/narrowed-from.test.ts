import { describe, expect, it } from 'vitest';
import { type OlderDatabase, olderPostgres, olderSqlite, olderUser } from '../../../support/service/older-database.ts';

const olderToken = (digest: string, isNarrowed: number) =>
  `insert into token (digest, user_id, scopes, created_at, is_narrowed) values ('${digest}', 1, '[]', 0, ${isNarrowed})`;

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
}

describe('narrowed tokens of an older database in SQLite', () => suite(olderSqlite));

describe('narrowed tokens of an older database in PostgreSQL', () => suite(olderPostgres));
