import type { Kysely, PostgresPool, PostgresPoolClient } from 'kysely';
import type { Tables } from '../tables.ts';
import { kyselyOn } from './connection/postgres-kysely.ts';
import { isStalePlan } from './postgres-errors.ts';

const begin = 'start transaction isolation level repeatable read read only';

/**
 * Runs each read on one snapshot. A transaction of Kysely would send one query at a time; here a work may send several together. The
 * queries built for a connection serve all reads on it.
 */
export function snapshotReads(pool: PostgresPool): <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T> {
  const databases = new WeakMap<PostgresPoolClient, Kysely<Tables>>();
  const databaseOn = (client: PostgresPoolClient): Kysely<Tables> => {
    const db = databases.get(client) ?? databaseOf(pool, client);
    databases.set(client, db);
    return db;
  };
  return async (work) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      const begun = client.query(begin, []);
      // The statements of the work follow at once. It ends first, and may end in its own failure.
      begun.catch(() => undefined);
      const result = await work(databaseOn(client));
      await begun;
      // Nothing was written, so the answer tells nothing: the next read need not wait for it.
      client.query('commit', []).catch(() => undefined);
      return result;
    } catch (error) {
      isBroken = await client.query('rollback', []).then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
}

/** Repeats a read whose statements a migration has made stale; the pool prepares them again. */
export async function withFreshPlans<T>(read: () => Promise<T>): Promise<T> {
  return read().catch(async (error: unknown) => {
    if (isStalePlan(error)) return read();
    throw error;
  });
}

/** Queries on one connection, which stays with the read that took it. */
function databaseOf({ options }: PostgresPool, client: PostgresPoolClient): Kysely<Tables> {
  const query: PostgresPoolClient['query'] = client.query.bind(client);
  return kyselyOn({ options, connect: async () => ({ query, release: () => undefined }), end: async () => undefined });
}
