import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { electronBinary } from '../../main/find-electron.ts';
import { chromiumMissing } from '../support/chromium-path.ts';
import { checkParts, runCheckParts } from './check-parts.ts';
import { countListedTests, readPlaywrightTally, readVitestTally } from './report-files.ts';
import { repositoryRoot, spawnTool } from './spawn-tool.ts';
import { couldNotRun, type Tally, tallyWithExit } from './tally.ts';

/** One suite of `npm test`: the name by which it is asked for, and its run. */
export type Suite = { readonly name: string; readonly run: () => Promise<Tally> };

/** Their tests wait for processes, disks and watchers half of the time: one more beside each other, and two cores are busy. */
const WAITING: ReadonlySet<string> = new Set(['integration']);

const reportFolder = path.join(repositoryRoot, 'test-results');

/** Everything that CI runs, in its order: the quick and telling suites first. */
export function allSuites(): readonly Suite[] {
  return [
    { name: 'check', run: runCheck },
    ...['unit', 'suites', 'simulation', 'integration', 'service', 'scale', 'compat'].map((name) => ({
      name,
      run: () => runVitest(name),
    })),
    { name: 'e2e', run: runBrowser },
    { name: 'electron', run: runElectron },
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

async function runVitest(name: string): Promise<Tally> {
  const report = await freshReport(name);
  const end = await spawnTool({
    command: [
      'vitest',
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(WAITING.has(name) ? ['--maxWorkers=3'] : []),
    ],
    echo: true,
  });
  return tallyWithExit(await readVitestTally(report, name), end.code, name);
}

async function runBrowser(): Promise<Tally> {
  const missing = chromiumMissing();
  if (missing !== undefined) return couldNotRun(missing);
  const build = await spawnTool({ command: ['node', 'build.ts', '--if-needed', 'window'], echo: true });
  if (build.code !== 0) return couldNotRun('e2e: the window does not build');
  const report = await freshReport('e2e');
  const end = await spawnTool({
    command: ['playwright', 'test', '--config', 'test/e2e/playwright.config.ts'],
    echo: true,
  });
  return tallyWithExit(await readPlaywrightTally(report, 'e2e'), end.code, 'e2e');
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
