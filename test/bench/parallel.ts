import { availableParallelism } from 'node:os';
import pg from 'pg';
import { askPostgres, startPostgres } from '../support/servers/postgres-server.ts';
import { newBucketFolder, startTestServers } from '../support/servers/test-servers.ts';
import type { Figure } from './figure.ts';
import { type CpuTime, familyOf, parentOf, watchCpu } from './parallel/cpu-time.ts';
import { createOwners, openParallelPlace, type ParallelPlace, type ParallelStore } from './parallel/parallel-place.ts';
import { perSecond, type Watch } from './service/rate.ts';

const clients = 8;

/** How much longer a commit takes where a synchronous standby is slow, in milliseconds. Commits may wait together, as for a standby. */
const standbyMs = 20;

const unit = 'per second';

type Rates = {
  readonly oneOwner: number;
  readonly manyOwners: number;
  readonly limit: number;
  /** CPU time of one folder of many owners, by part. */
  readonly cost: readonly CpuTime[];
  readonly busyCores: number;
};

/**
 * Folders made by eight clients at once on PostgreSQL, which flushes each change: for one owner and for eight, without and with a
 * millisecond of added latency per round trip, in one process and in two, and with commits that wait as for a slow standby. Beside each:
 * the same database committing one row at a time.
 */
export async function benchParallel(say: (text: string) => void): Promise<readonly Figure[]> {
  const stopServers = await startTestServers();
  const database = await startPostgres({ durable: true });
  try {
    const store = { databaseUrl: database.url, blobs: await newBucketFolder() };
    const tokens = await createOwners(store, clients);
    const measured = async (processes: number, latencyMs: number) => {
      say(`${processes} × service, ${latencyMs} ms of added latency`);
      return measure(store, { processes, latencyMs, tokens, database: await databaseProcess(database.url) });
    };
    const near = await measured(1, 0);
    const far = await measured(1, 1);
    const two = await measured(2, 0);
    await delayCommits(database.url);
    const slow = await measured(1, 0);
    const twoSlow = await measured(2, 0);
    return [
      ...figures('one process', near),
      ...figures('one process, 1 ms further from the database', far),
      besideOne('', two, near),
      ...figures(`one process${waiting}`, slow),
      besideOne(waiting, twoSlow, slow),
      costOf('one process', near),
      costOf('one process, 1 ms further from the database', far),
      costOf('two processes', two),
    ];
  } finally {
    await database.stop();
    await stopServers();
  }
}

const waiting = `, commits that wait ${standbyMs} ms more`;

/** PostgreSQL waits before each flush, for all transactions opened from now on. */
async function delayCommits(url: string): Promise<void> {
  await askPostgres(url, `alter role current_user set commit_delay = ${standbyMs * 1000}`);
  await askPostgres(url, 'alter role current_user set commit_siblings = 0');
}

async function measure(
  store: ParallelStore,
  options: { processes: number; latencyMs: number; tokens: readonly string[]; database: number },
): Promise<Rates> {
  const place = await openParallelPlace(store, options);
  const parts = { ...place.parts, PostgreSQL: () => familyOf(options.database) };
  let [cost, busyCores]: [readonly CpuTime[], number] = [[], 0];
  let usedSince = watchCpu(parts);
  const watch = {
    begin: () => {
      usedSince = watchCpu(parts);
    },
    end: (done: number) => {
      const used = usedSince();
      busyCores = used.busyCores;
      cost = used.parts.map(({ part, ms }) => ({ part, ms: ms / done }));
    },
  };
  try {
    const oneOwner = await foldersPerSecond(place, 1);
    const manyOwners = await foldersPerSecond(place, clients, watch);
    return {
      oneOwner,
      manyOwners,
      cost,
      busyCores,
      limit: await rowsPerSecond(place.databaseUrl),
    };
  } finally {
    await place.close();
  }
}

async function foldersPerSecond(place: ParallelPlace, owners: number, watch?: Watch): Promise<number> {
  const chosen = place.owners.slice(0, owners);
  return perSecond(
    async (count) => {
      const owner = chosen[count % owners];
      if (owner !== undefined) await place.makeFolder(owner, owners * 1_000_000 + count);
    },
    { parallel: clients, ...(watch === undefined ? {} : { watch }) },
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

/** The process that all processes of a database descend from. */
async function databaseProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return parentOf(rows[0]?.pid ?? -1);
  } finally {
    await client.end();
  }
}

/** Where the time goes, and what follows for the cores of this machine, which all parts share. */
function costOf(where: string, { cost, busyCores }: Rates): Figure {
  const rounded = (ms: number) => Number(ms.toFixed(2));
  const whole = cost.reduce((sum, { ms }) => sum + ms, 0);
  const service = cost.find(({ part }) => part === 'service')?.ms ?? 0;
  const cores = availableParallelism();
  const all = `${cores} cores, of which ${busyCores.toFixed(2)} were busy: at most ${Math.round((cores * 1000) / whole)} per second`;
  const alone = `one core for the service: at most ${Math.round(1000 / service)}`;
  // Below 1, not even one process has a core for itself.
  const gain = Math.max(1, (cores * service) / whole);
  return {
    what: `CPU time per folder: ${where}, 8 owners`,
    value: rounded(whole),
    unit: 'ms',
    peers: cost.map(({ part, ms }) => ({ what: part, value: rounded(ms) })),
    bound: `${all}; ${alone}; more processes gain at most ${gain.toFixed(2)} x`,
  };
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

function besideOne(how: string, two: Rates, one: Rates): Figure {
  return {
    ...figure(`two processes, 8 owners${how}`, two.manyOwners, two.limit),
    peers: [
      { what: 'one process, 8 owners', value: one.manyOwners },
      { what: 'rows committed one by one', value: two.limit },
    ],
  };
}

function figure(where: string, value: number, limit: number): Figure {
  return {
    what: `folders made by 8 clients at once: ${where}`,
    value,
    unit,
    peers: [{ what: 'rows committed one by one', value: limit }],
  };
}
