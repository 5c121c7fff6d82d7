import { defineConfig } from '@playwright/test';
import { quietBrowser, quietWholeBrowser } from '../support/browser/quiet-browser.ts';

export default defineConfig({
  testDir: '.',
  projects: [
    // Shows a PDF. The longest, so it starts first.
    { name: 'whole', testMatch: '**/files.spec.ts', use: quietWholeBrowser() },
    { name: 'headless', testIgnore: '**/files.spec.ts' },
  ],
  snapshotPathTemplate: '../../docs/screenshots/{arg}{ext}',
  outputDir: '../../test-results/e2e',
  fullyParallel: false,
  // Each has a browser of its own, and a Tandem for each of its files.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    ...quietBrowser(),
    // Between two tests Playwright clears the context; the process stays, with the scripts that it has compiled.
    reuseContext: true,
    // Recording each step costs a tenth of the time. The picture and the state of the page are enough for a failure.
    trace: process.env['CI'] === undefined ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
