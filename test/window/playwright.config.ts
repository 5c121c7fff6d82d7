import { defineConfig } from '@playwright/test';
import { quietBrowser } from '../support/browser/quiet-browser.ts';

/** The window alone, on a typed double of the bridge: what it draws and says, and what it asks of the engine. */
export default defineConfig({
  testDir: '.',
  snapshotPathTemplate: '../../docs/screenshots/{arg}{ext}',
  outputDir: '../../test-results/window',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  reporter: [['list'], ['json', { outputFile: '../../test-results/window.json' }]],
  use: { ...quietBrowser(), trace: 'off', screenshot: 'only-on-failure', timezoneId: 'UTC', locale: 'en-GB' },
});
