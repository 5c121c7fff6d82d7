/**
 * `npm test`: everything CI runs, in order, and the sum. Arguments name suites: `npm test -- unit e2e` runs those alone.
 * A suite that fails stops nothing; the last line is always `N passed, N failed` (and the number skipped, if any).
 */
import path from 'node:path';
import { type SetUp, setUp, setUpHome } from './run/set-up.ts';
import { repositoryRoot, spawnTool } from './run/spawn-tool.ts';
import { allSuites, type Suite, skipSuite } from './run/suites.ts';
import { couldNotRun, isSuccess, sumTallies, type Tally, tallyLine } from './run/tally.ts';

async function runSuite(suite: Suite, { lacks }: SetUp): Promise<Tally> {
  console.log(`\n── ${suite.name} ──`);
  const started = performance.now();
  const reason = lacks(suite.name);
  const run = reason === undefined ? suite.run() : skipSuite(suite.name, reason);
  const tally = await run.catch((error: unknown) => couldNotRun(`${suite.name}: ${String(error)}`));
  console.log(`${suite.name}: ${tallyLine(tally)} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return tally;
}

// Tools behave as in continuous integration: nothing is asked, and a missing snapshot fails instead of being written.
process.env['CI'] ??= 'true';
// Programs that tests start, some hundred times, compile their sources once.
process.env['NODE_COMPILE_CACHE'] ??= path.join(repositoryRoot, 'test-results', 'compiled');

const suites = allSuites();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !suites.some((suite) => suite.name === name));
const tallies: Tally[] = unknown.map((name) =>
  couldNotRun(`there is no suite "${name}"; there are: ${suites.map((suite) => suite.name).join(', ')}`),
);
const chosen = suites.filter(({ name, isOnRequest }) =>
  asked.length === 0 ? isOnRequest !== true : asked.includes(name),
);
await setUpHome();
const ready = await setUp(chosen.map((suite) => suite.name));
// Tests start programs many hundred times. Without this build they run the sources, which takes twice as long.
await spawnTool({ command: ['node', 'build.ts', '--if-needed', 'programs'], echo: true });
for (const suite of chosen) tallies.push(await runSuite(suite, ready));

const sum = sumTallies(tallies);
console.log('');
for (const note of sum.notes) console.log(note);
console.log(tallyLine(sum));
process.exitCode = isSuccess(sum) ? 0 : 1;
