import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/run/longest-first.ts';

/** Migrates a database once per run, for tests that need empty tables. */
const emptyTables = 'test/support/service/empty-tables.ts';

/** One test project: its folder, the timeout of one test, and whether its files may run in parallel. */
const project = (name: string, seconds: number, parallel: boolean, more: object = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.{ts,tsx}`],
    environment: 'node' as const,
    globalSetup: [emptyTables],
    testTimeout: seconds * 1000,
    hookTimeout: seconds * 1000,
    teardownTimeout: 10_000,
    // Polls wait for states that must occur; the time depends only on machine load. A timeout names the missing state.
    expect: { poll: { timeout: (seconds * 1000) / 2, interval: 20 } },
    fileParallelism: parallel,
    sequence: { groupOrder: parallel ? 0 : 1 },
    restoreMocks: true,
    unstubEnvs: true,
    ...more,
  },
});

/** One process runs many files and loads their modules once. Loading them for each file takes as long as the tests themselves. */
const sharingModules = { isolate: false };

/**
 * Unit tests that replace a module or the timers. Each file gets its own process: no other test meets the replacement, and no timer that another
 * test left runs through hours of pretended time.
 */
const replacing = globSync('test/unit/**/*.test.ts', { cwd: import.meta.dirname })
  .filter((file) => /vi\.(?:mock|useFakeTimers)\(/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')))
  .map((file) => file.replaceAll(path.sep, '/'));

/** Real servers, started once per run: PostgreSQL and an S3 gateway. */
const withServers = { globalSetup: [emptyTables, 'test/support/servers/global-setup.ts'] };

/** The service runs inside the test process. These tests measure and kill nothing, so files may run in parallel. */
const inOneProcess = ['test/integration/{service,authorisation}/**/*.test.ts'];

/** 4 GiB take half a minute on a busy machine. */
const slow = ['test/integration/service/uploads/zip-64.test.ts'];

/**
 * State shared between service processes that could race: sign-ins, events, locks, uploads, counts, deliveries, ZIP downloads. And refusals, since only
 * PostgreSQL gets statements together.
 */
const sharedByProcesses = [
  'admin-events',
  'collaboration-webhooks',
  'ended-waits',
  'events',
  'idempotency-keys',
  'locks',
  'metrics',
  'oauth',
  'own-password',
  'proxies',
  'refusal-order',
  'retention',
  'search',
  'shared-link-life',
  'sign-in',
  'tokens',
  'transfer',
  'trash',
  'trees',
  'upload-batch',
  'upload-sessions',
  'uses',
  'webhooks',
  'zip-downloads',
  'zip-streams',
].map((name) => `test/integration/service/*/${name}.test.ts`);

/** Each test's service is a pair of processes on one PostgreSQL and one bucket: see test/support/service/service-pair.ts. */
const onPair = { ...withServers, env: { TANDEM_TEST_SERVICE: 'pair' } };

/** All projects, or only what `npm run mutate` uses: some suites, or some files as one suite. */
function chosen(all: ReturnType<typeof project>[]): ReturnType<typeof project>[] {
  const files = process.env['TANDEM_MUTATE_TESTS']?.split(',');
  if (files !== undefined) return [project('mutate', 120, true, { include: files })];
  const names = process.env['TANDEM_MUTATE_SUITES']?.split(',');
  return names === undefined ? all : all.filter(({ test }) => names.some((name) => test.name.startsWith(name)));
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for disks, processes and timers part of the time: one more than the cores of continuous integration keeps these busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: chosen([
      project('unit', 60, true, { ...sharingModules, exclude: replacing }),
      project('unit-replacing', 60, true, { include: replacing }),
      project('suites', 60, true, withServers),
      // Tests that touch the disk, on a file system patched the way Electron patches it.
      project('electron-fs', 60, true, {
        include: [
          'test/electron-fs/**/*.test.ts',
          'test/unit/main/engine/adapters/{node-file-system,node-local-trash,node-file-system/at-once,node-file-system/staging/staged-digest}.test.ts',
          'test/unit/main/engine/adapters/{worker-hash-pool,watch/directory-watcher,watch/chokidar-watcher}.test.ts',
        ],
        execArgv: ['--import', './test/support/electron-fs/register.ts'],
      }),
      // Node loads the modules, as in `npm run simulate`: code transformed by Vite takes a seventh more time over many seeds.
      project('simulation', 300, true, { experimental: { viteModuleRunner: false, nodeLoader: false } }),
      project('integration', 120, true, { ...sharingModules, exclude: inOneProcess }),
      project('service', 300, true, { ...sharingModules, include: inOneProcess, exclude: slow }),
      project('compat', 60, true, sharingModules),
      project('security', 60, true, sharingModules),
      project('scale', 120, true, {
        ...sharingModules,
        ...onPair,
        include: ['test/scale/**/*.test.ts', ...sharedByProcesses],
      }),
      // Parts that only a deployment on several machines has.
      project('machines', 60, true),
      // The remaining service tests on two processes. They rarely differ, so nightly is enough.
      project('nightly', 120, true, {
        ...onPair,
        include: ['test/integration/service/**/*.test.ts'],
        exclude: [...sharedByProcesses, 'test/integration/service/operations/{fuzz,reference}.test.ts'],
      }),
    ]),
    coverage: {
      provider: 'v8',
      include: ['contract/**', 'service/**', 'main/**', 'preload/**', 'renderer/**'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
    },
  },
});
