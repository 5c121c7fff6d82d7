import { expect, type Locator, type Page } from '@playwright/test';
import { german } from '../../../renderer/texts/de/german.ts';
import { english } from '../../../renderer/texts/en/english.ts';
import { row } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { chosen } from '../../support/window/chosen.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

const open = {
  url: 'https://files.example.com/s/8fKq2v',
  access: 'open',
  effective_access: 'open',
  is_password_enabled: false,
  unshared_at: null as string | null,
  download_count: 3,
  preview_count: 12,
  permissions: { can_download: true, can_preview: true, can_edit: false },
};

type Sent = { readonly password?: string | null; readonly unshared_at?: string | null; readonly permissions?: object };

/** The share dialog of a file with this link, which the service changes as it is asked to. */
async function advancedOf(page: Page, bridge: FakeBridge, link = open): Promise<Locator> {
  let now = link;
  const file = () => listedFile('5', 'plan.dwg', { shared_link: now } as never);
  bridge.answer(folderOf([file()]));
  bridge.answer({
    service: {
      listFolderItems: () => ({ entries: [file()], limit: 1000, next_marker: null }) as never,
      updateFile: ({ body }) => {
        const { password, ...sent } = Object(body).shared_link as Sent;
        const permissions = { ...now.permissions, ...sent.permissions };
        now = { ...now, ...sent, permissions };
        if (password !== undefined) now = { ...now, is_password_enabled: password !== null };
        return file() as never;
      },
    },
  });
  await bridge.open('#/files?folder=0');
  await row(page, 'plan.dwg').press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Share…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share “plan.dwg”' });
  await dialog.getByText('Advanced').click();
  return dialog;
}

const sent = (bridge: FakeBridge): unknown[] =>
  bridge.asked
    .filter(({ name }) => name === 'updateFile')
    .map(({ request }) => Object(request).body.shared_link as unknown);

const settings = (dialog: Locator, name: string): Locator => dialog.getByRole('switch', { name, exact: true });

/** The row of a setting. */
const rowOf = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('listitem').filter({ has: dialog.page().getByRole('switch', { name, exact: true }) });

const ends = (part: Locator): Promise<{ readonly left: number; readonly right: number }> =>
  part.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  });

const refusal = { code: 'not_possible', message: 'Your organisation decides this.', remedy: '' } as const;

test('turning a link off asks first: its address ends for good', async ({ page, bridge }) => {
  const dialog = await advancedOf(page, bridge);
  const link = settings(dialog, 'Link');
  await link.press('Space');
  const question = page.getByRole('dialog', { name: 'Turn off this link?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(link).toBeChecked();
  await expect(link).toBeFocused();
  expect(sent(bridge)).toEqual([]);
  await link.press('Space');
  bridge.refuseNext('updateFile', refusal);
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(question).toHaveCount(0);
  await expect(dialog.getByText('Your organisation decides this.')).toBeVisible();
  await expect(link).toBeChecked();
  expect(sent(bridge)).toEqual([null]);
});

test('a switch of Advanced saves at once, and goes back with the reason in its row if the service refuses', async ({
  page,
  bridge,
}) => {
  const dialog = await advancedOf(page, bridge);
  const downloads = settings(dialog, 'Allow downloads');
  await expect(downloads).toBeChecked();
  bridge.refuseNext('updateFile', refusal);
  await downloads.press('Space');
  const inRow = rowOf(dialog, 'Allow downloads');
  await expect(inRow.getByRole('alert')).toHaveText('Your organisation decides this.');
  await expect(downloads).toBeChecked();
  const arrive = bridge.delay('updateFile');
  await downloads.press('Space');
  await expect(downloads).not.toBeChecked();
  await expect(inRow.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => sent(bridge)).toEqual(Array(2).fill({ permissions: { can_download: false } }));
  arrive();
  await expect(downloads).toBeFocused();
  await dialog.getByText('Advanced').click();
  await expect(dialog).toContainText('No password · never expires · downloads off');
});

test('the switch of a password opens its field, which saves it, and switched off takes it away', async ({
  page,
  bridge,
}) => {
  const dialog = await advancedOf(page, bridge);
  const password = settings(dialog, 'Password');
  await expect(password).not.toBeChecked();
  await password.press('Space');
  const field = dialog.getByRole('textbox', { name: 'Password' });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await password.press('Space');
  await expect(field).toHaveCount(0);
  expect(sent(bridge)).toEqual([]);
  await password.press('Space');
  await field.pressSequentially('harbour');
  bridge.refuseNext('updateFile', refusal);
  await field.press('Enter');
  await expect(rowOf(dialog, 'Password').getByRole('alert')).toHaveText(refusal.message);
  await expect(field).toHaveValue('harbour');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  const another = dialog.getByRole('textbox', { name: 'New password' });
  await expect(another).toBeFocused();
  await expect(another).toHaveValue('');
  await expect(password).toBeChecked();
  await password.press('Space');
  await expect(password).not.toBeChecked();
  await expect(another).toHaveCount(0);
  await expect.poll(() => sent(bridge)).toEqual([{ password: 'harbour' }, { password: 'harbour' }, { password: null }]);
});

test('an expiry date shows in its row; a refused removal leaves it there', async ({ page, bridge }) => {
  const dialog = await advancedOf(page, bridge, { ...open, unshared_at: '2026-12-20T17:00:00.000Z' });
  const expires = settings(dialog, 'Expires');
  const shown = dialog.locator('input[type=datetime-local]');
  await expect(expires).toBeChecked();
  await expect(shown).toHaveValue('2026-12-20T17:00');
  bridge.refuseNext('updateFile', refusal);
  await expires.press('Space');
  await expect(dialog.getByRole('alert')).toHaveText(refusal.message);
  await expect(expires).toBeChecked();
  await expect(shown).toHaveValue('2026-12-20T17:00');
  await shown.fill('2027-01-31T09:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expires.press('Space');
  await expect(shown).toHaveCount(0);
  await expect
    .poll(() => sent(bridge))
    .toEqual([{ unshared_at: null }, { unshared_at: '2027-01-31T09:30:00Z' }, { unshared_at: null }]);
});

for (const width of [1440, 400]) {
  test(`the rows of Advanced are accessible at ${width} px, with a reason in one`, async ({ page, bridge }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const dialog = await advancedOf(page, bridge, { ...open, unshared_at: '2026-12-20T17:00:00.000Z' });
    await settings(dialog, 'Password').press('Space');
    await dialog.getByRole('textbox', { name: 'Password' }).pressSequentially('harbour');
    bridge.refuseNext('updateFile', refusal);
    await settings(dialog, 'Allow downloads').press('Space');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await bothSchemesAreSound(page);
    expect(await outOfReach(page)).toEqual([]);
  });
}

for (const language of ['en', 'de'] as const) {
  test(`a value and its button stand in the row of their setting (${language})`, async ({ page, bridge }) => {
    const words = { en: english, de: german }[language].details;
    await chosen(page, { language });
    const link = { ...open, is_password_enabled: true, unshared_at: '2026-12-20T17:00:00.000Z' };
    bridge.answer(folderOf([listedFile('5', 'plan.dwg', { shared_link: link } as never)]));
    await bridge.open('#/files?folder=0');
    await row(page, 'plan.dwg').press('Control+Shift+S');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(words.linkAdvanced).click();
    await dialog.getByLabel(words.linkNewPassword).fill('harbour');
    await dialog.locator('input[type=datetime-local]').fill('2027-01-31T09:30');
    const setting = (name: string) => dialog.getByRole('listitem').filter({ has: page.getByRole('switch', { name }) });
    for (const width of [1440, 1000, 400]) {
      await page.setViewportSize({ width, height: 900 });
      const inner = await ends(dialog.locator(`input[value="${open.url}"]`).locator('xpath=..'));
      for (const name of [words.linkPassword, words.linkEnds]) {
        const parts = setting(name).locator('input:not([type=checkbox])');
        const [field, save, turn] = await Promise.all([
          ends(parts),
          ends(setting(name).getByRole('button', { name: words.save })),
          ends(setting(name).locator('label:has([role=switch])')),
        ]);
        expect(field.right, `${name}, ${width} px`).toBeLessThan(save.left);
        expect(Math.round(turn.right), `${name}, ${width} px`).toBe(Math.round(inner.right));
        if (width > 400) expect(save.right, `${name}, ${width} px`).toBeLessThan(turn.left);
        else expect(save.right, `${name}, ${width} px`).toBeLessThanOrEqual(inner.right + 1);
      }
    }
  });
}
