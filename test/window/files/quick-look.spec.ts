import { expect } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import { openTop, row } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

const names = ['signed.pdf', 'budget.xlsx', 'facade.dwg', 'film.mp4', 'song.m4a', 'notes.md'];
const folder = folderOf([listedFolder('20', 'Drafts'), ...names.map((name, at) => listedFile(`${at + 1}`, name))]);

test('Quick Look is dark in both themes, shows details by I, and leads to the dialog of an action', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, {
    service: { listFileCollaborations: () => ({ entries: [], next_marker: null }) as never },
  });
  await row(page, 'budget.xlsx').click();
  await row(page, 'budget.xlsx').press('Space');
  const look = page.getByRole('dialog', { name: 'budget.xlsx' });
  const ground = page.locator('.dark-surface').filter({ has: look });
  await expect(ground).toHaveCSS('background-color', 'rgb(20, 23, 26)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(ground).toHaveCSS('background-color', 'rgb(20, 23, 26)');
  const strip = look.getByRole('list', { name: english.files.strip });
  await expect(strip.getByRole('button')).toHaveCount(6);
  await expect(strip.locator('[aria-current]')).toHaveAccessibleName('budget.xlsx');
  const details = look.getByRole('complementary', { name: english.files.lookDetails });
  await page.keyboard.press('i');
  await expect(details).toContainText(english.files.columns.size);
  await bothSchemesAreSound(page);
  await page.setViewportSize({ width: 400, height: 860 });
  await bothSchemesAreSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('i');
  await expect(details).toHaveCount(0);
  await strip.getByRole('button', { name: 'facade.dwg' }).click();
  const next = page.getByRole('dialog', { name: 'facade.dwg' });
  await next.getByRole('button', { name: english.files.share }).click();
  await expect(next.getByRole('list', { name: english.files.strip })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toContainText('facade.dwg');
});
