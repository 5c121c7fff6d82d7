import { globSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { quietBrowser, quietWholeBrowser } from '../support/browser/quiet-browser.ts';

export default defineConfig({
  testDir: '.',
  // Each file is a project, so that none finds what another left in its Tandem: a worker lives for one project.
  projects: globSync('*.spec.ts', { cwd: import.meta.dirname })
    .sort()
    .map((file) => ({
      name: file.replace('.spec.ts', ''),
      testMatch: file,
      // Shows a PDF.
      use: file === 'files.spec.ts' ? quietWholeBrowser() : {},
    })),
  snapshotPathTemplate: '../../docs/screenshots/{arg}{ext}',
  outputDir: '../../test-results/e2e',
  fullyParallel: false,
  // Each has a Tandem and a browser of its own.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    ...quietBrowser(),
    // Recording each step costs a tenth of the time; where nobody can open the trace the picture and the state of the page do.
    trace: process.env['CI'] === undefined ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
