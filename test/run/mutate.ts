/**
 * `npm run mutate -- PATH...` plants mistakes in files or folders, one at a time, and lists those that no test noticed. `--suites
 * unit,service` names the suites that look (`unit` unless told); only their tests that reach the mutated files run. `--tests GLOB,...`
 * names test files instead: much faster where nearly every test of a suite reaches the mutated file. `--least PERCENT` ends with 1 when
 * the tests noticed fewer.
 */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot, spawnTool } from './spawn-tool.ts';

const usage = 'Usage: npm run mutate -- PATH... [--suites unit,suites,service] [--tests GLOB,...] [--least PERCENT]';

async function mutate(
  paths: readonly string[],
  least: number | null,
  looking: Record<string, string>,
): Promise<number> {
  const folder = path.join(repositoryRoot, 'test-results', 'mutate');
  await mkdir(folder, { recursive: true });
  const settings = path.join(folder, 'stryker.json');
  await writeFile(settings, JSON.stringify(await settingsFor(paths, least, folder), null, 2));
  const end = await spawnTool({
    command: ['stryker', 'run', settings],
    echo: true,
    env: looking,
  });
  return end.code;
}

async function settingsFor(paths: readonly string[], least: number | null, folder: string) {
  return {
    mutate: await Promise.all(paths.map(globOf)),
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.config.ts', related: true },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 20_000,
    tempDirName: path.join(folder, 'sandbox'),
    ignorePatterns: ['dist', 'release', 'coverage', 'test-results', 'docs/screenshots', '.git'],
    reporters: ['clear-text', 'progress-append-only', 'json'],
    jsonReporter: { fileName: path.join(folder, 'report.json') },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    allowConsoleColors: false,
    allowEmpty: false,
    ...(least !== null && { thresholds: { high: 100, low: least, break: least } }),
  };
}

async function globOf(given: string): Promise<string> {
  const relative = path.relative(repositoryRoot, path.resolve(given));
  const found = await stat(relative).catch(() => null);
  if (found === null) throw new Error(`${given} does not exist.\n${usage}`);
  return found.isDirectory() ? `${relative}/**/*.{ts,tsx}` : relative;
}

const { values, positionals } = parseArgs({
  options: { suites: { type: 'string', default: 'unit' }, tests: { type: 'string' }, least: { type: 'string' } },
  allowPositionals: true,
});
const least = values.least === undefined ? null : Number(values.least);
const isValid = positionals.length > 0 && (least === null || (least >= 0 && least <= 100));
if (!isValid) console.error(usage);
const looking =
  values.tests === undefined ? { TANDEM_MUTATE_SUITES: values.suites } : { TANDEM_MUTATE_TESTS: values.tests };
process.exitCode = isValid ? await mutate(positionals, least, looking).catch(explain) : 1;

function explain(error: unknown): number {
  console.error(error instanceof Error ? error.message : String(error));
  return 1;
}
