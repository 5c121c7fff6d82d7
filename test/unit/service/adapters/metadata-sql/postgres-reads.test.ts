import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import { expect, it } from 'vitest';
import { snapshotReads } from '../../../../../service/adapters/metadata-sql/postgres/postgres-reads.ts';

/** A database with one connection that refuses a statement. The log says what became of the connection. */
function refusing(refused: RegExp) {
  const log: string[] = [];
  const query = async (text: string) => {
    log.push(text);
    if (refused.test(text)) throw new Error('terminating connection');
    return { command: 'SELECT', rowCount: 0, rows: [] };
  };
  const client = {
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken?: boolean) => log.push(isBroken === true ? '(closed)' : '(released)'),
  };
  const pool: PostgresPool = { options: {}, end: async () => undefined, connect: async () => client };
  return { log, inSnapshot: snapshotReads(pool) };
}

const begin = 'start transaction isolation level repeatable read read only';

it('does not wait for the end of a snapshot', async () => {
  const { log, inSnapshot } = refusing(/^commit$/);
  await inSnapshot(async (db) => sql`select 1`.execute(db));
  expect(log).toEqual([begin, 'select 1', 'commit', '(released)']);
});

it('answers nothing that was read outside a snapshot', async () => {
  const { log, inSnapshot } = refusing(/^start/);
  await expect(inSnapshot(async (db) => sql`select 1`.execute(db))).rejects.toThrow('terminating connection');
  expect(log).toEqual([begin, 'select 1', 'rollback', '(released)']);
});

it('closes a connection that is lost', async () => {
  const { log, inSnapshot } = refusing(/./);
  await expect(inSnapshot(async (db) => sql`select 1`.execute(db))).rejects.toThrow('terminating connection');
  expect(log.at(-1)).toBe('(closed)');
});
