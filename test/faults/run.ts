/**
 * `npm run faults -- [--kills N] [--database sqlite|postgres] [--seed S]`: kills a service N times (50) under load, on each of
 * the databases or on the one named, and says what it lost: nothing, or the run ends with 1.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/servers/postgres-server.ts';
import { type KillReport, killService } from './kill-service.ts';

const databases = ['sqlite', 'postgres'] as const;
type Database = (typeof databases)[number];

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { kills: { type: 'string' }, database: { type: 'string' }, seed: { type: 'string' } },
  });
  const kills = wholeNumber('--kills', values.kills ?? '50');
  const seed = wholeNumber('--seed', values.seed ?? String(Date.now() % 1_000_000));
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
