import { defineConfig } from 'vitest/config';

/** One project of tests: the folder it covers, the time one test may take, and whether its files may run side by side. */
const project = (name: string, seconds: number, parallel: boolean, more: object = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.{ts,tsx}`],
    environment: 'node' as const,
    testTimeout: seconds * 1000,
    hookTimeout: seconds * 1000,
    teardownTimeout: 10_000,
    // A state that is waited for comes; how soon says only how busy the machine is. The limit names what did not come.
    expect: { poll: { timeout: (seconds * 1000) / 2, interval: 20 } },
    fileParallelism: parallel,
    sequence: { groupOrder: parallel ? 0 : 1 },
    restoreMocks: true,
    unstubEnvs: true,
    ...more,
  },
});

/** Real servers, started once a run: PostgreSQL and an S3 gateway. */
const withServers = { globalSetup: ['test/support/servers/global-setup.ts'] };

/** The service within the process of its tests: nothing is measured and nothing is killed, so files may run side by side. */
const inOneProcess = [
  'test/integration/service-*.test.ts',
  'test/integration/authorisation/**/*.test.ts',
  'test/integration/{fuzz,reference}.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      project('unit', 15, true),
      project('suites', 30, true, withServers),
      project('simulation', 300, true),
      project('integration', 120, true, { exclude: inOneProcess }),
      project('service', 300, true, { include: inOneProcess }),
      project('compat', 60, true),
      project('scale', 120, true, {
        ...withServers,
        include: ['test/scale/**/*.test.ts', 'test/integration/service-*.test.ts'],
        // The service of each test is a pair of processes on one PostgreSQL and one bucket: see test/support/service-pair.ts.
        env: { TANDEM_TEST_SERVICE: 'pair' },
      }),
    ],
    coverage: {
      provider: 'v8',
      include: ['contract/**', 'service/**', 'main/**', 'preload/**', 'renderer/**'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'coverage',
    },
  },
});
