import type { Kysely, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Tables } from '../../tables.ts';
import { kyselyOn } from './postgres-kysely.ts';

/** One connection at a time for a lane, so that the queries built on `db` serve all of its transactions. */
export interface LaneConnection {
  readonly db: Kysely<Tables>;
  open(): Promise<void>;
  /** Sends a statement behind those before it. They need not have been answered. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  /** The first failure of a statement since the last call; null without one. Those behind it failed because of it. */
  takeFailure(): unknown;
  /** Gives the connection back, or closes it. */
  close(how: 'usable' | 'broken'): void;
}

export function laneConnection(pool: PostgresPool): LaneConnection {
  let client: PostgresPoolClient | null = null;
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
      client = await pool.connect();
      failure = null;
    },
    takeFailure: () => {
      const first = failure;
      failure = null;
      return first;
    },
    close: (how) => {
      client?.release(how === 'broken');
      client = null;
    },
  };
}
