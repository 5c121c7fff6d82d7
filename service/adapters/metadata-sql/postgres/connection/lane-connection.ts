import type { Kysely, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { MetadataUnavailable } from '../../../../ports/metadata-store.ts';
import type { Tables } from '../../tables.ts';
import { kyselyOn } from './postgres-kysely.ts';
import type { ServerClient, ServerPool } from './postgres-pool.ts';

/** One connection at a time for a lane, so that the queries built on `db` serve all of its transactions. */
export interface LaneConnection {
  readonly db: Kysely<Tables>;
  /** @throws MetadataUnavailable while the server still works for the connection that broke last. */
  open(): Promise<void>;
  /** Sends a statement behind those before it. They need not have been answered. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  /** The first failure of a statement since the last call; null without one. Those behind it failed because of it. */
  takeFailure(): unknown;
  /** Gives the connection back, or closes it. */
  close(how: 'usable' | 'broken'): void;
}

/** Whether a process of the server carries out a statement. */
export type IsAtWork = (backend: number) => Promise<boolean>;

/**
 * A commit that waits for a lost standby keeps its process of the server, with its locks, however long its client has been gone. So at most one
 * process of the server works for a lane: otherwise a few minutes of changes would take all connections of the server, and reads would fail too.
 */
export function laneConnection(pool: ServerPool, isAtWork: IsAtWork): LaneConnection {
  let client: ServerClient | null = null;
  /** The server's process of the connection that broke last, until it is known to have ended its work. */
  let former: number | null = null;
  let failure: unknown = null;
  const ask: LaneConnection['ask'] = async <Row>(text: string, values: readonly unknown[] = []) => {
    if (client === null) throw new Error('The transaction has ended.');
    return client.query<Row>(text, values).catch((error: unknown) => {
      failure ??= error;
      throw error;
    });
  };
  // Cursors use the second form of a query. This lane provides none, so Kysely never uses it.
  const facade: PostgresPoolClient = { query: ask as PostgresPoolClient['query'], release: () => undefined };
  const db = kyselyOn({ options: pool.options, connect: async () => facade, end: async () => undefined });
  return {
    db,
    ask,
    open: async () => {
      if (former !== null && (await isAtWork(former))) {
        throw new MetadataUnavailable('The database has not finished an earlier change yet.', null);
      }
      former = null;
      client = await pool.connect();
      failure = null;
    },
    takeFailure: () => {
      const first = failure;
      failure = null;
      return first;
    },
    close: (how) => {
      if (how === 'broken') former ??= client?.backend() ?? null;
      client?.release(how === 'broken');
      client = null;
    },
  };
}
