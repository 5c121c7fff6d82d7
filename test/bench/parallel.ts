import pg from 'pg';
import { startPostgres } from '../support/servers/postgres-server.ts';
import { newBucketFolder, startTestServers } from '../support/servers/test-servers.ts';
import type { Figure } from './figure.ts';
import { createOwners, openParallelPlace, type ParallelPlace, type ParallelStore } from './parallel/parallel-place.ts';
import { perSecond } from './service/rate.ts';

const clients = 8;
const unit = 'per second';

type Rates = { readonly oneOwner: number; readonly manyOwners: number; readonly limit: number };

/**
 * Folders made by eight clients at once on PostgreSQL, which flushes each change: for one owner and for eight, without and with a
 * millisecond of added latency per round trip, in one process and in two. Beside each: the same database committing one row at a time.
 */
export async function benchParallel(say: (text: string) => void): Promise<readonly Figure[]> {
  const stopServers = await startTestServers();
  const database = await startPostgres({ durable: true });
  try {
    const store = { databaseUrl: database.url, blobs: await newBucketFolder() };
    const tokens = await createOwners(store, clients);
    const measured = async (processes: number, latencyMs: number) => {
      say(`${processes} × service, ${latencyMs} ms of added latency`);
      return measure(store, { processes, latencyMs, tokens });
    };
    const near = await measured(1, 0);
    const far = await measured(1, 1);
    const two = await measured(2, 0);
    return [
      ...figures('one process', near),
      ...figures('one process, 1 ms further from the database', far),
      {
        ...figure('two processes, 8 owners', two.manyOwners, two.limit),
        peers: [
          { what: 'one process, 8 owners', value: near.manyOwners },
          { what: 'rows committed one by one', value: two.limit },
        ],
      },
    ];
  } finally {
    await database.stop();
    await stopServers();
  }
}

async function measure(
  store: ParallelStore,
  options: { processes: number; latencyMs: number; tokens: readonly string[] },
): Promise<Rates> {
  const place = await openParallelPlace(store, options);
  try {
    return {
      oneOwner: await foldersPerSecond(place, 1),
      manyOwners: await foldersPerSecond(place, clients),
      limit: await rowsPerSecond(place.databaseUrl),
    };
  } finally {
    await place.close();
  }
}

async function foldersPerSecond(place: ParallelPlace, owners: number): Promise<number> {
  const chosen = place.owners.slice(0, owners);
  return perSecond(
    async (count) => {
      const owner = chosen[count % owners];
      if (owner !== undefined) await place.makeFolder(owner, owners * 1_000_000 + count);
    },
    { parallel: clients },
  );
}

/** The best that the database can do: a row inserted and flushed, by as many connections. */
async function rowsPerSecond(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: clients });
  try {
    await pool.query('create table if not exists bench_row (id bigint generated always as identity, at bigint)');
    return await perSecond(
      async (count) => void (await pool.query('insert into bench_row (at) values ($1)', [count])),
      {
        parallel: clients,
      },
    );
  } finally {
    await pool.end();
  }
}

function figures(where: string, { oneOwner, manyOwners, limit }: Rates): readonly Figure[] {
  return [
    figure(`${where}, one owner`, oneOwner, limit),
    {
      ...figure(`${where}, 8 owners`, manyOwners, limit),
      peers: [
        { what: 'one owner', value: oneOwner },
        { what: 'rows committed one by one', value: limit },
      ],
    },
  ];
}

function figure(where: string, value: number, limit: number): Figure {
  return {
    what: `folders made by 8 clients at once: ${where}`,
    value,
    unit,
    peers: [{ what: 'rows committed one by one', value: limit }],
  };
}
