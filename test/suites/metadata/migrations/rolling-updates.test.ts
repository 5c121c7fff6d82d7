import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { MetadataStore } from '../../../../service/ports/metadata-store.ts';
import { olderPostgres, olderUser } from '../../../support/service/older-database.ts';

/* The first process of a new version updates the tables while those of the previous one keep running. */

describe('an update of PostgreSQL under a running process', () => {
  it('keeps every column that the previous version uses', async () => {
    await using place = await olderPostgres();
    await place.create('0034-zip-networks');
    const before = await columnsOf(place.url);
    await (await place.open()).close();
    expect(await columnsOf(place.url)).toEqual(expect.arrayContaining([...before]));
  });

  it('leaves a process that ran statements before new columns able to read and write', async () => {
    await using place = await olderPostgres();
    const store = await place.open();
    await place.run([olderUser(1), `insert into token (digest, user_id, scopes, created_at) values ('a', 1, '[]', 0)`]);
    const before = await useAll(store);

    await place.run(
      ['token', '"user"', 'refresh_token'].map((table) => `alter table ${table} add column later integer`),
    );
    expect(await useAll(store)).toEqual(before);
    await store.close();
  });
});

/** Reads in one statement, in a snapshot and in a transaction. */
async function useAll(store: MetadataStore): Promise<readonly unknown[]> {
  const owner = await store.tokenOwner('a');
  const read = await store.read(async ({ tokens, users }) => [await tokens.get('a'), (await users.get('1'))?.login]);
  const written = await store.transaction(async ({ tokens, users }) => [
    await tokens.get('a'),
    await tokens.getRefresh('a'),
    (await users.get('1'))?.login,
  ]);
  return [owner?.token.digest, owner?.user.login, read, written];
}

async function columnsOf(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columns = `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' order by 1`;
    return (await client.query<{ name: string }>(columns)).rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
