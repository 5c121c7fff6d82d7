import { expect } from '@playwright/test';
import { compressedKilobytes, firstPageScripts } from '../../support/window/first-page-scripts.ts';
import { test } from '../fake-window.ts';

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
