import type { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { isStalePlan } from '../postgres-errors.ts';
import { GatheringSocket } from './gathering-socket.ts';

/** Prepared statements kept per connection. The service has a few hundred; the others differ only in the length of id lists. */
const statementsKept = 1000;

/** Connect timeout in milliseconds. */
const connectTimeoutMs = 5_000;

/** Timeouts for a statement, a lock and an idle transaction, in milliseconds. */
const statementTimeoutMs = 30_000;
export const lockTimeoutMs = 10_000;
const idleInTransactionMs = 30_000;
const timeouts = `set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${lockTimeoutMs}; set idle_in_transaction_session_timeout = ${idleInTransactionMs}`;

/** Type ids of PostgreSQL's `int8` and `numeric`, which the driver returns as text. */
const int8 = 20;
const numeric = 1700;

/**
 * A connection without a byte for this long is lost, in milliseconds: the server itself ends each statement and each idle transaction sooner.
 * A machine that vanishes closes no connection, and the system would wait a quarter of an hour for its answers.
 */
const usualSilenceMs = 2 * statementTimeoutMs;

/** A connection of a pool, as Kysely uses it. */
export interface ServerClient extends PostgresPoolClient {
  /** The id of the server's process at its other end; null before its first answer. */
  backend(): number | null;
}

/** A pool, as Kysely uses it. */
export interface ServerPool extends PostgresPool {
  connect(): Promise<ServerClient>;
}

/**
 * Creates a connection pool. The driver is loaded only now, so a service on SQLite never pays for it. Counts and sums are returned
 * as numbers (all of ours are below 2^53). The pool also names statements and pipelines queries, so that Kysely's queries are
 * prepared once per connection and queries without a result cost no round trip. `silenceMs` 0 waits without a limit.
 */
export async function openPostgresPool(
  url: string,
  size: number,
  silenceMs = usualSilenceMs,
): Promise<{ pool: Pool; asKysely: ServerPool }> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  types.setTypeParser(numeric, Number);
  const config: PoolConfig = {
    connectionString: url,
    application_name: 'tandem-service',
    max: size,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    types,
    stream: () => endWhenSilent(new GatheringSocket(), silenceMs),
  };
  const pool = new pg.Pool(config);
  // The waiting query reports a broken connection. Without a listener the error would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // A statement, since a pooler refuses unknown startup parameters. It is sent ahead of the first query, in the same round trip.
    client.query(timeouts).catch(() => undefined);
    // The driver knows only the id that a pooler gives.
    client.query<{ pid: number }>('select pg_backend_pid() as pid').then(
      ({ rows: [row] }) => row && backends.set(client, row.pid),
      () => undefined,
    );
  });
  const backends = new WeakMap<PoolClient, number>();
  const clients = new WeakMap<PoolClient, ServerClient>();
  const names = statementNames();
  const asKysely: ServerPool = {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const backend = () => backends.get(client) ?? null;
      const adapted = clients.get(client) ?? { ...adapt(client, names), backend };
      clients.set(client, adapted);
      return adapted;
    },
    end: async () => pool.end(),
  };
  return { pool, asKysely };
}

function endWhenSilent(socket: Socket, silenceMs: number): Socket {
  return socket.setTimeout(silenceMs, () => {
    const message = `The database sent nothing for ${silenceMs} ms.`;
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  });
}

/** Statements whose result can be ignored: if they fail, so does the next one. */
const needsNoAnswer = /^(?:begin|start transaction|savepoint|release)\b/;

function adapt(client: PoolClient, names: StatementNames): PostgresPoolClient {
  const query = async <Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
    if (needsNoAnswer.test(text)) {
      client.query(text).catch(() => undefined);
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
    const name = names.nameOf(text);
    const asked = client.query({ text, values: [...values], ...(name === null ? {} : { name }) });
    const result = await asked.catch((error: unknown) => {
      if (isStalePlan(error)) names.forgetPlans(text, name);
      throw error;
    });
    // The driver does not type its rows or the command.
    return result as unknown as PostgresQueryResult<Row>;
  };
  // Cursors use the second form of a query. This pool provides none, so Kysely never uses it.
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
}

/** Short names for statements. */
interface StatementNames {
  /** Equal for equal text; null when the limit is reached. */
  nameOf(text: string): string | null;
  /** Gives every statement a new name, so that each connection prepares it again. No-op if `text` has another name than `name` by now. */
  forgetPlans(text: string, name: string | null): void;
}

function statementNames(): StatementNames {
  const names = new Map<string, string>();
  let given = 0;
  return {
    nameOf: (text) => {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (names.size >= statementsKept) return null;
      const name = `s${given}`;
      given += 1;
      names.set(text, name);
      return name;
    },
    forgetPlans: (text, name) => {
      if (names.get(text) === name) names.clear();
    },
  };
}
