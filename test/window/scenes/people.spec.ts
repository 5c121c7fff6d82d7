import { expect, type Page } from '@playwright/test';
import { selectAll, selectionBar } from '../../support/browser/files-page.ts';
import { people } from '../../support/window/studio/people.ts';
import { administration } from '../../support/window/studio/staff.ts';
import { looksLike } from './looks-like.ts';

const line = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

looksLike({
  staff: {
    hash: '#/people',
    answers: administration,
    reach: (page) => expect(line(page, people.hugo.name)).toBeVisible(),
    reopen: async (page) => {
      const menu = page.getByRole('menu');
      if ((await menu.count()) > 0) await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await line(page, people.carol.name).click({ button: 'right' });
      await expect(menu).toBeVisible();
    },
  },
  people: {
    hash: '#/people',
    answers: administration,
    reach: async (page) => {
      await selectAll(page).click();
      await expect(selectionBar(page, 8)).toBeVisible();
    },
  },
  'person-deleted': {
    hash: '#/people',
    answers: administration,
    reach: async (page) => {
      await line(page, people.hugo.name).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      const dialog = page.getByRole('dialog', { name: `Delete ${people.hugo.name} permanently?` });
      await dialog.getByRole('combobox', { name: 'New owner' }).fill('Bob');
      await page.getByRole('option', { name: /Bob Marsh/ }).click();
      await expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeEnabled();
    },
  },
});
