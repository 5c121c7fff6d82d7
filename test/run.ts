/**
 * `npm test`: everything CI runs, and the sum. Arguments name suites: `npm test -- unit e2e` runs those alone.
 * A suite that fails stops nothing; the last line is always `N passed, N failed` (with what was skipped, when anything was).
 */
import path from 'node:path';
import { repositoryRoot } from './run/spawn-tool.ts';
import { allSuites, type Suite } from './run/suites.ts';
import { couldNotRun, isSuccess, sumTallies, type Tally, tallyLine } from './run/tally.ts';

async function runSuite(suite: Suite): Promise<Tally> {
  console.log(`\n── ${suite.name} ──`);
  const started = performance.now();
  const tally = await suite.run().catch((error: unknown) => couldNotRun(`${suite.name}: ${String(error)}`));
  console.log(`${suite.name}: ${tallyLine(tally)} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return tally;
}

// Programs that tests start, some hundred times, compile their sources once.
process.env['NODE_COMPILE_CACHE'] ??= path.join(repositoryRoot, 'test-results', 'compiled');

const suites = allSuites();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !suites.some((suite) => suite.name === name));
const tallies: Tally[] = unknown.map((name) =>
  couldNotRun(`there is no suite "${name}"; there are: ${suites.map((suite) => suite.name).join(', ')}`),
);
const wanted = suites.filter(({ name }) => asked.length === 0 || asked.includes(name));
// Their tests go one after the other and wait a lot: together with those of `integration` they fill the machine.
const besides = wanted.some(({ name }) => name === 'integration')
  ? wanted.filter(({ name }) => name === 'compat' || name === 'e2e')
  : [];

async function runInTurn(some: readonly Suite[]): Promise<void> {
  for (const suite of some) {
    if (suite.name === 'integration') await Promise.all([addSuite(suite), runInTurn(besides)]);
    else await addSuite(suite);
  }
}

async function addSuite(suite: Suite): Promise<void> {
  tallies.push(await runSuite(suite));
}

await runInTurn(wanted.filter((suite) => !besides.includes(suite)));

const sum = sumTallies(tallies);
console.log('');
for (const note of sum.notes) console.log(note);
console.log(tallyLine(sum));
process.exitCode = isSuccess(sum) ? 0 : 1;
