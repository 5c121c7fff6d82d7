import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import { openPage, pick, test } from '../window-test.ts';

/** The window in another language, and read from the other side. */

test('Deutsch is chosen in Settings: the window speaks it, also after it is loaded again, and back', async ({
  page,
  tandem,
  complaints,
}) => {
  const { folder, ask } = tandem;
  await mkdir(join(folder, 'Briefe'), { recursive: true });
  await Promise.all(['eins', 'zwei'].map((name) => writeFile(join(folder, 'Briefe', `${name}.txt`), name)));
  await expect.poll(async () => (await ask('status.get')).roots[0]?.files).toBe(2);
  await openPage(page, 'Settings');
  await pick(page.getByRole('region', { name: 'Appearance' }), 'Language', 'Deutsch');

  const main = page.getByRole('main', { name: 'Einstellungen' });
  await main.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect((await ask('settings.get')).language).toBe('de');
  await expect(page.getByRole('navigation', { name: 'Seiten' }).getByRole('link')).toContainText([
    'Übersicht',
    'Dateien',
    'Mit mir geteilt',
    'Aktivität',
    'Handlungsbedarf',
    'Lesezeichen',
  ]);
  expect(await accessibilityFindings(page)).toEqual([]);

  await openPage(page, 'Übersicht');
  await expect(page.getByText('2 Dateien · 8 B')).toBeVisible();
  // What the engine says is put into German in the window.
  await expect(page.getByRole('heading', { level: 1, name: 'Alles ist synchron' })).toBeVisible();
  await openPage(page, 'Aktivität');
  const told = page.getByRole('main').getByRole('listitem').filter({ hasText: 'eins.txt' }).first();
  // The whole date is the title of the short one.
  const today = new Intl.DateTimeFormat('de', { dateStyle: 'full' }).format(new Date());
  await expect(told.getByTitle(today)).toBeVisible();
  await expect(told).toContainText('hochgeladen');
  expect(await accessibilityFindings(page)).toEqual([]);

  await openPage(page, 'Einstellungen');
  await pick(page.getByRole('region', { name: 'Darstellung' }), 'Sprache', 'Wie das System');
  await page.getByRole('main', { name: 'Settings' }).getByRole('heading', { level: 1 }).waitFor();
  expect((await ask('settings.get')).language).toBeNull();
  expect(complaints).toEqual([]);
});

test('from right to left nothing is cut off', async ({ page, complaints }) => {
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Home', 'Files', 'Settings']) {
      await openPage(page, name);
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
      });
      expect(await outside(page), `${name}, ${width} px`).toEqual([]);
      expect(await accessibilityFindings(page)).toEqual([]);
    }
  }
  expect(complaints).toEqual([]);
});

/** Elements that reach beyond the window without being clipped by one that scrolls or hides. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHeld = (element: Element): boolean => {
      for (let around = element.parentElement; around !== null; around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible' && around !== document.documentElement) return true;
      return false;
    };
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const cut = [...document.querySelectorAll('#window *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -1 || right > innerWidth + 1) && !isHeld(element);
    });
    return [
      ...(sideways === 0 ? [] : [`${sideways} px sideways`]),
      ...cut.map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
}
