import { defineConfig } from '@playwright/test';
import { quietBrowser } from '../support/browser/quiet-browser.ts';

/** The window alone, on a typed double of the bridge: what it draws and says, and what it asks of the engine. */
export default defineConfig({
  testDir: '.',
  snapshotPathTemplate: '../../docs/screenshots/{arg}{ext}',
  outputDir: '../../test-results/window',
  fullyParallel: true,
  // A window waits for its timers and frames a good part of its time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // A loaded machine shows each state later, and the longest lists much later.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/window.json' }]],
  use: {
    ...quietBrowser(),
    // Between two tests Playwright clears the context: storage, cookies, permissions, clock, caches, everything installed in the page. The
    // process stays, with the scripts of the window and of axe that it has compiled.
    reuseContext: true,
    trace: 'off',
    screenshot: 'only-on-failure',
    timezoneId: 'UTC',
    locale: 'en-GB',
  },
});
