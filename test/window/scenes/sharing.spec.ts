import { expect, type Page } from '@playwright/test';
import { row, selectionBar, shareButton, tick } from '../../support/browser/files-page.ts';
import { files } from '../../support/window/studio/files.ts';
import { people } from '../../support/window/studio/people.ts';
import { looksLike } from './looks-like.ts';

async function openShare(page: Page, name: string): Promise<void> {
  await row(page, name).hover();
  await shareButton(row(page, name), name).click();
  await expect(page.getByRole('dialog', { name: `Share “${name}”` })).toBeVisible();
}

looksLike({
  share: {
    hash: '#/files?folder=16',
    answers: files,
    reach: async (page) => {
      await openShare(page, 'Signed');
      await expect(page.getByRole('dialog')).toContainText('Elena Rossi');
    },
  },
  'share-role': {
    hash: '#/files?folder=16',
    answers: files,
    reach: async (page) => {
      await openShare(page, 'Signed');
      await expect(page.getByRole('dialog')).toContainText('Elena Rossi');
    },
    reopen: async (page) => {
      const menu = page.getByRole('menu');
      if ((await menu.count()) > 0) await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Carol Ito/ })
        .click();
      await expect(menu).toBeVisible();
    },
  },
  'share-advanced': {
    hash: '#/files?folder=16',
    answers: files,
    reach: async (page) => {
      await openShare(page, 'agreement.docx');
      const dialog = page.getByRole('dialog', { name: 'Share “agreement.docx”' });
      await dialog.getByText('Advanced').click();
      await dialog.getByRole('switch', { name: 'Password' }).press('Space');
      await dialog.getByRole('textbox', { name: 'Password' }).fill('harbour');
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
    },
  },
  'share-several': {
    hash: '#/files?folder=16',
    answers: files,
    reach: async (page, bridge) => {
      const known = { entries: [people.carol], total_count: 1, limit: 6, offset: 0 } as never;
      bridge.answer({ service: { createCollaboration: () => ({ id: '1' }) as never, listUsers: () => known } });
      for (const name of ['Drafts', 'agreement.docx', 'signing.jpg']) await tick(row(page, name));
      await selectionBar(page, 3).getByRole('button', { name: 'Share…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share 3 items' });
      await dialog.getByRole('combobox').fill(people.carol.login);
      const reason = { code: 'conflict', message: 'Carol Ito has access already.', remedy: '' };
      bridge.refuseNext('createCollaboration', reason);
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(dialog.getByText('Invited', { exact: true })).toHaveCount(2);
    },
  },
});
