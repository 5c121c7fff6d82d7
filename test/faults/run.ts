/**
 * `npm run faults -- [--kills N] [--database sqlite|postgres] [--seed S]`: kills a service N times (50) under load, on each of
 * the databases or on the one named, and reports its losses: none, or the run ends with 1.
 * `npm run faults -- --parallel [--minutes N] [--latency MS] [--seed S]`: many people on two processes of a service on PostgreSQL
 * for N minutes (10), with kills of processes and of the database, then checks the whole history.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/servers/postgres-server.ts';
import { newBucketFolder, startTestServers } from '../support/servers/test-servers.ts';
import { type KillReport, killService } from './kill-service.ts';
import { type ParallelReport, runParallel, shuffle } from './parallel/run-parallel.ts';
import { openTwoProcesses } from './parallel/two-processes.ts';

const databases = ['sqlite', 'postgres'] as const;
type Database = (typeof databases)[number];

const options = {
  kills: { type: 'string' },
  database: { type: 'string' },
  seed: { type: 'string' },
  parallel: { type: 'boolean' },
  minutes: { type: 'string' },
  latency: { type: 'string' },
} as const;

async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  const kills = wholeNumber('--kills', values.kills ?? '50');
  const seed = wholeNumber('--seed', values.seed ?? String(Date.now() % 1_000_000));
  if (values.parallel) {
    const minutes = wholeNumber('--minutes', values.minutes ?? '10');
    return parallel(seed, minutes, wholeNumber('--latency', values.latency ?? '1'));
  }
  const named = databases.filter((database) => values.database === undefined || values.database === database);
  if (named.length === 0) throw new Error(`--database must be one of ${databases.join(', ')}.`);
  let failures = 0;
  for (const database of named) {
    const report = await runOn(database, kills, seed);
    for (const violation of report.violations) console.log(`  VIOLATION ${violation}`);
    const { changes, events, files, violations } = report;
    console.log(
      `${database}: ${kills} kills (seed ${seed}), ${changes} changes of ${files} files acknowledged, ${events} events, ${violations.length} violations`,
    );
    failures += violations.length;
  }
  return failures === 0 ? 0 : 1;
}

/** A process is killed about every 20 seconds, the database every minute. */
async function parallel(seed: number, minutes: number, latencyMs: number): Promise<number> {
  const stopServers = await startTestServers();
  const database = await startPostgres({ durable: true });
  try {
    const stage = await openTwoProcesses({ latencyMs, database, blobs: await newBucketFolder() });
    const [first, second, ofDatabase] = stage.disturbances;
    const oneMinute = [first, second, first, ofDatabase].filter((each) => each !== undefined);
    const disturbances = shuffle(Array.from({ length: minutes }, () => oneMinute).flat(), seed);
    try {
      const say = (line: string) => console.log(`  ${line}`);
      return tell(await runParallel({ seed, stage, changes: 100, leastMs: minutes * 60_000, disturbances, say }), seed);
    } finally {
      await stage.close();
    }
  } finally {
    await database.stop();
    await stopServers();
  }
}

function tell({ violations, ...report }: ParallelReport, seed: number): number {
  for (const violation of violations) console.log(`  VIOLATION ${violation}`);
  const { changes, events, refusals, unknown, collected, disturbed } = report;
  console.log(
    `parallel (seed ${seed}): ${changes} changes acknowledged, ${refusals} refused, ${unknown} without an answer, ` +
      `${disturbed.length} kills, ${events} events, ${collected} contents collected, ${violations.length} violations`,
  );
  return violations.length === 0 ? 0 : 1;
}

async function runOn(database: Database, kills: number, seed: number): Promise<KillReport> {
  const say = (line: string) => console.log(`  ${line}`);
  if (database === 'sqlite') return killService({ kills, seed, storage: [], say });
  const server = await startPostgres({ durable: true });
  try {
    return await killService({ kills, seed, storage: ['--database', server.url], say });
  } finally {
    await server.stop();
  }
}

function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${option} must be a whole number, not "${text}".`);
}

process.exitCode = await main();
