import { expect, type Page } from '@playwright/test';
import { selectAll, selectionBar } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { people } from '../../support/window/studio/people.ts';
import { administration } from '../../support/window/studio/staff.ts';
import { test } from '../fake-window.ts';

const line = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const names = (page: Page) => page.getByRole('grid').getByRole('rowheader');

test('an account that was never used says so instead of "Active", and can be filtered', async ({ page, bridge }) => {
  bridge.answer(administration);
  await bridge.open('#/people');
  await expect(line(page, people.elena.name)).toContainText('Never signed in');
  await expect(line(page, people.elena.name)).not.toContainText('Active');
  await expect(line(page, people.dev.name)).toContainText('Active');
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'Never signed in' }).click();
  await expect(names(page)).toHaveCount(1);
  await bothSchemesAreSound(page);
  await page.setViewportSize({ width: 400, height: 860 });
  await expect(line(page, people.elena.name)).toContainText('Never signed in');
});

test('people and groups sort by their columns once all are loaded', async ({ page, bridge }) => {
  bridge.answer(administration);
  await bridge.open('#/people');
  await expect(names(page)).toHaveCount(8);
  const heading = (name: string) => page.getByRole('columnheader', { name });
  const first = () => names(page).first();
  await heading('Storage').getByRole('button').click();
  await expect(heading('Storage')).toHaveAttribute('aria-sort', 'ascending');
  await expect(first()).toContainText(people.elena.name);
  await heading('Storage').getByRole('button').click();
  await expect(heading('Storage')).toHaveAttribute('aria-sort', 'descending');
  await expect(first()).toContainText(people.ann.name);
  await heading('Last sign-in').getByRole('button').press('Enter');
  await expect(first()).toContainText(people.elena.name);
  await heading('Name').getByRole('button').click();
  await heading('Name').getByRole('button').click();
  await expect(first()).toContainText(people.hugo.name);
  await bothSchemesAreSound(page);
  await page.getByRole('tab', { name: 'Groups' }).click();
  await heading('Name').getByRole('button').click();
  await expect(first()).toContainText('Clients');
});

test('a third press on a heading of people returns to the order of the service', async ({ page, bridge }) => {
  bridge.answer(administration);
  await bridge.open('#/people');
  await expect(names(page)).toHaveCount(8);
  const served = await names(page).allTextContents();
  const heading = page.getByRole('columnheader', { name: 'Storage' });
  for (const order of ['ascending', 'descending', 'none']) {
    await heading.getByRole('button').click();
    await expect(heading).toHaveAttribute('aria-sort', order);
  }
  expect(await names(page).allTextContents()).toEqual(served);
});

test('an unfinished list of people is not sorted, because the service does not sort, and its headings say so', async ({
  page,
  bridge,
}) => {
  bridge.answer(administration);
  const part = (from: number) => ({
    entries: Array.from({ length: 200 }, (_, at) => ({
      ...people.bob,
      id: `${from + at}`,
      name: `Person ${from + at}`,
    })),
    total_count: 10_000,
    next_marker: `${from + 200}`,
  });
  bridge.answer({ service: { listUsers: ({ query }) => part(Number(query?.marker ?? 100)) as never } });
  await bridge.open('#/people');
  await expect(line(page, 'Person 100')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  await expect(page.getByRole('columnheader').getByRole('button')).toHaveCount(0);
  await expect(page.getByTitle('Scroll to the end of the list to sort it.').first()).toHaveText('Name');
});

test('while several are selected, the button of a new person does not float over them', async ({ page, bridge }) => {
  bridge.answer(administration);
  await bridge.open('#/people');
  const add = page.getByRole('button', { name: 'New person' });
  await selectAll(page).click();
  await expect(add).toBeVisible();
  await page.setViewportSize({ width: 400, height: 860 });
  await expect(selectionBar(page, 8)).toBeVisible();
  await expect(add).toBeHidden();
});

test('deleting a person offers to deactivate only an active account, and shows the new owner', async ({
  page,
  bridge,
}) => {
  bridge.answer(administration);
  await bridge.open('#/people');
  const dialog = page.getByRole('dialog');
  const ask = async (name: string): Promise<void> => {
    await line(page, name).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await expect(dialog).toContainText(`${name} can’t sign in again`);
  };
  await ask(people.carol.name);
  await expect(dialog).toContainText('To pause the account, deactivate it.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await ask(people.hugo.name);
  await expect(dialog).not.toContainText('deactivate');
  await dialog.getByRole('combobox', { name: 'New owner' }).fill('Bob');
  const offered = page.getByRole('option', { name: people.bob.name });
  await expect(offered.getByText('BM')).toBeVisible();
  await offered.click();
  await expect(dialog.getByText('BM')).toBeVisible();
  await dialog.getByRole('combobox').fill('Bo');
  await expect(dialog.getByText('BM')).toHaveCount(0);
});
