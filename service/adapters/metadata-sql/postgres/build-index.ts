import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { createIndex } from '../migrate-schema.ts';
import type { LargeIndex } from '../migrations/migration.ts';
import type { Tables } from '../tables.ts';

/** Milliseconds between two looks at an index that another connection builds. */
const pollMs = 1_000;

/** Builds an index while others write to its table. One that an earlier attempt left half-built is dropped first. */
export async function buildIndex(db: Kysely<Tables>, index: LargeIndex): Promise<void> {
  await db.connection().execute(async (connection) => {
    // For the whole session, since an index is built outside of transactions. A build waits only for older transactions, and nothing for it.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    for (;;) {
      const state = await stateOf(connection, index.name);
      if (state === 'complete') return;
      if (state === 'missing') await sql.raw(createIndex(index, 'concurrently')).execute(connection);
      else if (state === 'broken') await sql`drop index concurrently ${sql.ref(index.name)}`.execute(connection);
      // The server still builds it for a process that was killed.
      else await sleep(pollMs);
    }
  });
}

async function stateOf(db: Kysely<Tables>, name: string): Promise<'missing' | 'complete' | 'building' | 'broken'> {
  const { rows } = await sql<{ state: 'complete' | 'building' | 'broken' }>`
    select case when indisvalid then 'complete'
      when exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) then 'building'
      else 'broken' end as state
    from pg_index i where i.indexrelid = to_regclass(${name})`.execute(db);
  return rows[0]?.state ?? 'missing';
}
