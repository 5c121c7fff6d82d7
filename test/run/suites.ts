import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { electronBinary } from '../../main/find-electron.ts';
import { checkParts, runCheckParts } from './check-parts.ts';
import {
  countListedTests,
  countListedVitestTests,
  readPageDescriptions,
  readPlaywrightTally,
  readVitestTally,
} from './report-files.ts';
import { repositoryRoot, spawnTool } from './spawn-tool.ts';
import { couldNotRun, type Tally, tallyWithExit } from './tally.ts';

/** One suite of `npm test`: the name by which it is asked for, and its run. */
export type Suite = {
  readonly name: string;
  readonly run: () => Promise<Tally>;
  /** Runs only when it is asked for by name. */
  readonly isOnRequest?: true;
};

const reportFolder = path.join(repositoryRoot, 'test-results');

/** Every suite, in the order of continuous integration: the quick and telling ones first. */
export function allSuites(): readonly Suite[] {
  return [
    { name: 'check', run: runCheck },
    ...['unit', 'suites', 'electron-fs', 'simulation', 'integration', 'service', 'scale', 'machines', 'compat'].map(
      (name) => ({
        name,
        run: () => runVitest(name),
      }),
    ),
    { name: 'security', run: runSecurity },
    { name: 'window', run: () => runBrowser('window') },
    { name: 'e2e', run: () => runBrowser('e2e') },
    { name: 'electron', run: runElectron },
    { name: 'nightly', run: () => runVitest('nightly'), isOnRequest: true },
  ];
}

async function runCheck(): Promise<Tally> {
  const results = await runCheckParts(checkParts(), ({ part, end, passed }) => {
    console.log(`${passed ? '✔' : '✖'} ${part.name} (${end.seconds.toFixed(1)} s)`);
    if (!passed) console.log(end.output.trimEnd());
  });
  const failed = results.filter((result) => !result.passed);
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    skipped: 0,
    notes: failed.map((result) => `check: ${result.part.name} failed`),
  };
}

/** How many files run at a time where tests mostly wait for other programs. `vitest.config.ts` has the number for all other suites. */
const filesAtATime: Readonly<Record<string, number>> = { integration: 4 };

async function runVitest(name: string): Promise<Tally> {
  const report = await freshReport(name);
  const workers = filesAtATime[name];
  const end = await spawnTool({
    command: [
      'vitest',
      'run',
      '--project',
      `${name}*`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ],
    echo: true,
  });
  return tallyWithExit(await readVitestTally(report, name), end.code, name);
}

/** Each test of this suite is one probe. */
async function runSecurity(): Promise<Tally> {
  const tally = await runVitest('security');
  console.log(`${tally.passed + tally.failed} probes, ${tally.passed} held`);
  return tally;
}

async function runBrowser(name: 'window' | 'e2e'): Promise<Tally> {
  const build = await spawnTool({ command: ['node', 'build.ts', '--if-needed', 'window'], echo: true });
  if (build.code !== 0) return couldNotRun(`${name}: the window does not build`);
  const report = await freshReport(name);
  const end = await spawnTool({
    command: ['playwright', 'test', '--config', `test/${name}/playwright.config.ts`],
    echo: true,
  });
  // A failure is printed with a description of the page, since its picture may not be at hand.
  for (const description of await readPageDescriptions(report)) console.log(description);
  return tallyWithExit(await readPlaywrightTally(report, name), end.code, name);
}

async function runElectron(): Promise<Tally> {
  const command = ['playwright', 'test', '--config', 'test/electron/playwright.config.ts'];
  if (electronBinary() === undefined) return listElectron(command);
  const build = await spawnTool({ command: ['node', 'build.ts'], echo: true });
  if (build.code !== 0) return couldNotRun('electron: the application does not build');
  const report = await freshReport('electron');
  const end = await spawnTool({ command, echo: true });
  return tallyWithExit(await readPlaywrightTally(report, 'electron'), end.code, 'electron');
}

/** Counts the tests of a suite that cannot run here as skipped, with the reason and the line that mends it. */
export async function skipSuite(name: string, reason: string): Promise<Tally> {
  const isVitest = name !== 'e2e' && name !== 'window';
  const listing = isVitest
    ? ['vitest', 'list', '--project', `${name}*`, '--json']
    : ['playwright', 'test', '--config', `test/${name}/playwright.config.ts`, '--list', '--reporter=json'];
  const end = await spawnTool({ command: listing, echo: false });
  const skipped = isVitest ? countListedVitestTests(end.output) : countListedTests(end.output);
  if (end.code !== 0 || skipped === undefined || skipped === 0) {
    return couldNotRun(`${name}: the tests do not load\n${end.output.trimEnd()}`);
  }
  const note = `${name}: ${skipped} skipped, because ${reason}`;
  console.log(note);
  return { passed: 0, failed: 0, skipped, notes: [note] };
}

/** Without the binary the files are still loaded, so that they cannot rot, and their tests are counted as skipped. */
async function listElectron(command: readonly string[]): Promise<Tally> {
  const end = await spawnTool({ command: [...command, '--list', '--reporter=json'], echo: false });
  const skipped = countListedTests(end.output);
  if (end.code !== 0 || skipped === undefined || skipped === 0) {
    return couldNotRun(`electron: the tests do not load\n${end.output.trimEnd()}`);
  }
  const note =
    `electron: ${skipped} skipped, because the Electron binary is not installed here ` +
    '(`node_modules/.bin/install-electron` downloads it)';
  console.log(note);
  return { passed: 0, failed: 0, skipped, notes: [note] };
}

async function freshReport(name: string): Promise<string> {
  await mkdir(reportFolder, { recursive: true });
  const file = path.join(reportFolder, `${name}.json`);
  await rm(file, { force: true });
  return file;
}
