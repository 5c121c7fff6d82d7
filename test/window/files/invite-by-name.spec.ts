import { expect, type Locator, type Page } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

const bea = { type: 'user' as const, id: '77', name: 'Bea Miller', login: 'bea@x.org' };
const namesake = { ...bea, id: '78', login: 'bea.miller@y.org' };

/** The field for people in the details of a file, on a service with these accounts. */
async function openInvite(page: Page, bridge: FakeBridge, people: readonly (typeof bea)[]): Promise<Locator> {
  await openTop(bridge, folderOf([listedFile('1', 'a.txt')]), {
    service: {
      createCollaboration: () => ({ type: 'collaboration', id: '5' }) as never,
      listUsers: () => ({ entries: people, total_count: people.length, limit: 8, offset: 0 }) as never,
    },
  });
  await row(page, 'a.txt').click();
  const panel = page.getByRole('complementary');
  await openTab(panel, 'Sharing');
  return panel.getByRole('combobox', { name: 'Add people by name or email' });
}

/** Types a whole name, until `count` accounts of that name are offered. */
async function typeName(page: Page, box: Locator, name: string, count = 1): Promise<void> {
  await box.pressSequentially(name);
  await expect(page.getByRole('option')).toHaveCount(count);
}

const invited = (bridge: FakeBridge) =>
  bridge.asked
    .filter(({ name }) => name === 'createCollaboration')
    .map(({ request }) => Object(request).body.accessible_by);

test('a person whose whole name is typed stays offered, and Enter invites that person', async ({ page, bridge }) => {
  const box = await openInvite(page, bridge, [bea]);
  await typeName(page, box, 'Bea Miller');
  await box.press('Enter');
  await expect.poll(() => invited(bridge)).toEqual([{ type: 'user', login: 'bea@x.org' }]);
});

test('a name that no one or several people have invites nobody, and says what to do', async ({ page, bridge }) => {
  const box = await openInvite(page, bridge, [bea, namesake]);
  const refused = page.getByRole('complementary').getByRole('alert');
  await typeName(page, box, 'Bea Miller', 2);
  await box.press('Enter');
  await expect(refused).toHaveText(
    'Several people are called “Bea Miller”. Choose one from the list, or enter an email address.',
  );
  await box.fill('Bea Muller');
  await expect(refused).toHaveCount(0);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(refused).toHaveText(
    'No one known here is called “Bea Muller”. Check the name, or enter an email address.',
  );
  expect(invited(bridge)).toEqual([]);

  await box.fill('bea.muller@z.org');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.poll(() => invited(bridge)).toEqual([{ type: 'user', login: 'bea.muller@z.org' }]);
});

test('Enter on a suggestion takes it over, and invites no one yet', async ({ page, bridge }) => {
  const box = await openInvite(page, bridge, [bea, namesake]);
  await typeName(page, box, 'Bea', 2);
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(box).toHaveValue('Bea Miller');
  expect(invited(bridge)).toEqual([]);
  await box.press('Enter');
  await expect.poll(() => invited(bridge)).toEqual([{ type: 'user', login: 'bea@x.org' }]);
});

test('Enter right after the last letter invites the person once the accounts of that name are known', async ({
  page,
  bridge,
}) => {
  const box = await openInvite(page, bridge, [bea]);
  const answer = bridge.delay('listUsers');
  await box.pressSequentially('Bea Miller');
  await box.press('Enter');
  await expect.poll(() => bridge.asked.some(({ name }) => name === 'listUsers')).toBe(true);
  expect(invited(bridge)).toEqual([]);
  answer();
  await expect.poll(() => invited(bridge)).toEqual([{ type: 'user', login: 'bea@x.org' }]);
  await expect(box).toHaveValue('');
});

test('Enter again while the invitation is under way does not send it twice', async ({ page, bridge }) => {
  const box = await openInvite(page, bridge, [bea]);
  const [listUsers, createCollaboration] = [bridge.delay('listUsers'), bridge.delay('createCollaboration')];
  await box.pressSequentially('Bea Miller');
  await box.press('Enter');
  listUsers();
  await expect.poll(() => invited(bridge)).toHaveLength(1);
  await expect(page.getByRole('option')).toHaveCount(1);
  await box.press('Enter');
  createCollaboration();
  await expect(box).toHaveValue('');
  expect(invited(bridge)).toEqual([{ type: 'user', login: 'bea@x.org' }]);
});

test('on the private service only people with an account on it can be invited, and the form says so', async ({
  page,
  bridge,
}) => {
  const shown = status();
  bridge.answer({
    'status.get': () => ({ ...shown, account: { ...shown.account, baseUrl: 'http://tandem.invalid/2.0' } }),
  });
  const box = await openInvite(page, bridge, [bea]);
  const panel = page.getByRole('complementary');
  const invite = panel.getByRole('button', { name: 'Invite', exact: true });
  await expect(panel.getByText('This service runs only on this computer')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Connect to a service' })).toHaveAttribute('href', '#/settings');
  await box.fill('carol@harbour.studio');
  await expect(invite).toBeDisabled();
  await box.press('Enter');
  await box.fill('bea@x.org');
  await expect(invite).toBeEnabled();
  await invite.click();
  await expect.poll(() => invited(bridge)).toEqual([{ type: 'user', login: 'bea@x.org' }]);
});
