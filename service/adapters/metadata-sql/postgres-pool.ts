import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient, PoolConfig } from 'pg';

/** Statements that a connection keeps prepared; the service has a few hundred, the further ones are lists of ids. */
const statementsKept = 1000;

/** How long a connection may take to come about, in milliseconds. */
const connectTimeoutMs = 5_000;

/** How long a statement, the wait for a lock and a transaction that stands still may take, in milliseconds. */
const statementTimeoutMs = 30_000;
const lockTimeoutMs = 10_000;
const idleInTransactionMs = 30_000;

/** Object ids of PostgreSQL's `int8` and `numeric`, which the driver gives as text. */
const int8 = 20;
const numeric = 1700;

/**
 * Makes a pool of connections. The driver is loaded only now: a service on SQLite never pays for it. Counts and sums come as
 * numbers (all of ours are below 2^53). Names of statements and the order of queries are seen to here, so that Kysely's
 * queries are prepared once a connection and what needs no answer costs no round trip.
 */
export async function openPostgresPool(url: string, size: number): Promise<{ pool: Pool; asKysely: PostgresPool }> {
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
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    types,
  };
  const pool = new pg.Pool(config);
  // A connection that breaks tells whoever waits for it; without a listener it would also end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const names = new Map<string, string>();
  const asKysely: PostgresPool = {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const adapted = clients.get(client) ?? adapt(client, names);
      clients.set(client, adapted);
      return adapted;
    },
    end: async () => pool.end(),
  };
  return { pool, asKysely };
}

/** Statements whose answer says nothing: what comes after them fails if they did. */
const needsNoAnswer = /^(?:begin|start transaction|savepoint|release)\b/;

function adapt(client: PoolClient, names: Map<string, string>): PostgresPoolClient {
  const query = async <Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
    if (needsNoAnswer.test(text)) {
      client.query(text).catch(() => undefined);
      return { command: 'SELECT', rowCount: 0, rows: [] };
    }
    const name = nameOf(text, names);
    const result = await client.query({ text, values: [...values], ...(name === null ? {} : { name }) });
    // The driver types its rows as anything, and the command as any text.
    return result as unknown as PostgresQueryResult<Row>;
  };
  // Cursors are the second form of a query; this pool gives none, so it is never asked for.
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
}

/** A short name for a statement, the same for the same text; null when enough have one. */
function nameOf(text: string, names: Map<string, string>): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= statementsKept) return null;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
