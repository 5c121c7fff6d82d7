import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import {
  applyMigration,
  type NamedMigration,
  pendingMigrations,
  recordMigration,
  unrecordedMigrations,
} from '../migrate-schema.ts';
import type { Tables } from '../tables.ts';
import { buildIndex } from './build-index.ts';

/**
 * Key of the advisory lock of updates within one database; any otherwise unused number. Earlier versions wait for another one: a statement that
 * waits has a snapshot, and an index would wait for it.
 */
const updateLock = 7_260_003;

/** How long a migration waits for a lock, in milliseconds: everything that needs the same table waits behind it. */
const lockTimeoutMs = 3_000;

/** Pauses in milliseconds: between two looks at the lock of another process, and the longest before a migration is tried again. */
const pollMs = 500;
const longestPauseMs = 10_000;

/**
 * Brings the tables to this version, in one process at a time. Each migration is a transaction of its own, so an interrupted update continues at
 * the next start. `say` receives what it waits for. Needs two connections of `db`.
 */
export async function migratePostgres(db: Kysely<Tables>, say: (sentence: string) => void): Promise<void> {
  if (await isCurrent(db)) return;
  await db.connection().execute(async (holder) => {
    await takeTurn(holder, say);
    for (const pending of await pendingMigrations(db)) {
      await keepTurn(holder);
      await untilUnblocked(pending.name, say, async () => run(db, pending));
    }
    await sql`commit`.execute(holder);
  });
}

/** Only reads: a role that may not create tables can serve a current database. */
async function isCurrent(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ isCreated: boolean }>`
    select to_regclass('kysely_migration') is not null as "isCreated"`.execute(db);
  return rows[0]?.isCreated === true && (await unrecordedMigrations(db)).length === 0;
}

/**
 * Takes the lock in a transaction that stays open during the update: the lock of a session would not survive a pooler. It is polled, since a
 * statement that waits has a snapshot, for which an index would wait in turn.
 */
async function takeTurn(holder: Kysely<Tables>, say: (sentence: string) => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await sql`begin`.execute(holder);
    const { rows } = await sql<{ isTaken: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(updateLock)}) as "isTaken"`.execute(holder);
    if (rows[0]?.isTaken === true) return;
    await sql`rollback`.execute(holder);
    if (tries === 1) say('Another process is updating the database. Waiting until it is done.');
    await sleep(pollMs);
  }
}

/**
 * Fails if the turn was lost with its connection. Has to be the last statement before a migration: the result of a SELECT stays open until the next
 * statement, and an index would wait for its snapshot.
 */
async function keepTurn(holder: Kysely<Tables>): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder);
}

async function run(db: Kysely<Tables>, pending: NamedMigration): Promise<void> {
  if ('index' in pending.migration) {
    await buildIndex(db, pending.migration.index);
    await recordMigration(db, pending.name);
    return;
  }
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(transaction);
    await applyMigration(transaction, pending);
  });
}

/** Tries a migration again, after ever longer pauses in which others can work, while transactions of others block it. */
async function untilUnblocked(
  name: string,
  say: (sentence: string) => void,
  migrate: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrate();
    } catch (error) {
      if (!isBlocked(error)) throw error;
    }
    if (tries === 1) say(`The update of the database (${name}) waits for other transactions to end.`);
    await sleep(Math.min(pollMs * 2 ** (tries - 1), longestPauseMs));
  }
}

/** A lock timeout or a deadlock. */
const isBlocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
