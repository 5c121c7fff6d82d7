import { expect } from '@playwright/test';
import { compressedKilobytes, firstPageScripts } from '../../support/window/first-page-scripts.ts';
import { test } from '../fake-window.ts';

/** Overlays, form fields and other languages load after the first paint; any of them on the first page would exceed this. */
const MOST_KILOBYTES = 206;

test('the first page reads little script, and loads its menus and panels once it is drawn', async ({
  page,
  bridge,
}) => {
  const scripts = await firstPageScripts();
  expect(await compressedKilobytes(scripts)).toBeLessThan(MOST_KILOBYTES);
  const loaded = Promise.all(
    ['menu-panel', 'notices-panel', 'more-sheet'].map((part) =>
      page.waitForResponse((response) => response.url().includes(`/assets/${part}`)),
    ),
  );
  await bridge.open('#/home');
  await loaded;
});
