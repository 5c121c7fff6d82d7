import { expect } from '@playwright/test';
import { row } from '../../support/browser/files-page.ts';
import { compressedKilobytes, firstPageScripts } from '../../support/window/first-page-scripts.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

/** Many small files take longer than their contents, on each page. */
const MOST_FILES = 16;

/** Overlays, toasts, the upload tray, form fields and other languages load after the first paint; any of them would exceed this. */
const MOST_KILOBYTES = 204;

test('the first page reads little script, and loads its menus and panels once it is drawn', async ({
  page,
  bridge,
}) => {
  const scripts = await firstPageScripts();
  expect(await compressedKilobytes(scripts)).toBeLessThan(MOST_KILOBYTES);
  const loaded = Promise.all(
    ['menu-panel', 'notices-panel', 'more-sheet', 'toast-region', 'drop-batches'].map((part) =>
      page.waitForResponse((response) => response.url().includes(`/assets/${part}`)),
    ),
  );
  await bridge.open('#/home');
  await loaded;
});

test('Files, with all that it loads later, is read in few files', async ({ page, bridge }) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.add(request.url());
  });
  bridge.answer(folderOf([listedFile('5', 'Report.txt')]));
  const last = page.waitForResponse((response) => response.url().includes('/assets/menu-panel'));
  await bridge.open('#/files?folder=0');
  await expect(row(page, 'Report.txt')).toBeVisible();
  await last;
  expect(asked.size).toBeLessThanOrEqual(MOST_FILES);
});
