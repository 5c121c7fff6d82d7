import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // The application in the repository, or the one packaged from it.
  testMatch: process.env['TANDEM_PACKAGED'] === undefined ? 'desktop.spec.ts' : 'packaged.spec.ts',
  outputDir: '../../test-results/electron',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/electron.json' }]],
});
