import { expect, type Locator, type Page } from '@playwright/test';
import { giveRole, signInOnDevice } from '../../support/service/beside.ts';
import { accessibilityFindings, bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { cell, chooseItem, openPage, pick, test } from '../window-test.ts';

/** The administration against the real service: as an administrator, and as a person who is not. */

const panel = (page: Page, name: string): Locator => page.getByRole('complementary', { name: `About ${name}` });
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Types the beginning of a name and takes who is found. */
async function choosePerson(within: Locator, label: string, name: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).fill(name.slice(0, 2));
  await within.page().getByRole('option', { name }).click();
}

test('people and groups: accounts, members, and folders shared with a group', async ({ page, tandem, complaints }) => {
  const { web } = tandem;
  await openPage(page, 'People and groups');
  await page.getByRole('button', { name: 'New person' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Bob');
  const login = page.getByLabel('Sign-in name', { exact: true });
  await login.fill('bob');
  await confirm(page, 'Create');
  await expect(login).toHaveAccessibleDescription(/must be an email address/);
  await login.fill(tandem.login);
  await confirm(page, 'Create');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('is taken');
  await login.fill('bob@example.com');
  await confirm(page, 'Create');
  const bob = panel(page, 'Bob');
  await pick(bob, 'Role', 'Co-administrator');
  await bob.getByText('Unlimited storage', { exact: true }).click();
  await bob.getByLabel('Storage in GB').fill('much');
  await bob.getByRole('button', { name: 'Save' }).click();
  await expect(bob.getByLabel('Storage in GB')).toHaveAccessibleDescription(/Enter a number of gigabytes/);
  await bob.getByLabel('Storage in GB').fill('50');
  await bob.getByRole('button', { name: 'Save' }).click();
  const account = async () =>
    (await web.call('GET', '/users?filter_term=bob&fields=role,status,space_amount')).entries[0];
  await expect.poll(account).toMatchObject({ role: 'coadmin', space_amount: 50_000_000_000, status: 'active' });
  await bob.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Bob can no longer sign in.')).toBeVisible();
  expect((await account()).status).toBe('inactive');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bob.getByRole('button', { name: 'Deactivate' })).toBeVisible();
  await expect.poll(async () => (await account()).status).toBe('active');
  await bothSchemesAreSound(page);

  // A person who owns items can't be deleted until they are transferred, the trash included.
  const eve = await tandem.person('eve@example.com', 'Eve');
  await eve.upload('0', 'draft.txt', 'draft');
  await page.reload();
  await openPage(page, 'People and groups');
  await cell(page, 'eve@example.com').click();
  await panel(page, 'Eve').getByRole('button', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' })).toBeDisabled();
  await confirm(page, 'Cancel');
  // The closing dialog returns the focus, which would move it away from the next button.
  await expect(panel(page, 'Eve').getByRole('button', { name: 'Delete…' })).toBeFocused();
  await panel(page, 'Eve').getByRole('button', { name: 'Transfer files…' }).press('Enter');
  await choosePerson(page.getByRole('dialog'), 'New owner', 'Eve');
  await confirm(page, 'Transfer');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('already owns the content');
  await choosePerson(page.getByRole('dialog'), 'New owner', 'Bob');
  expect(await accessibilityFindings(page)).toEqual([]);
  await confirm(page, 'Transfer');
  await expect(page.getByText('Transferred the files of Eve to Bob, in the folder “Eve')).toBeVisible();
  await panel(page, 'Eve').getByRole('button', { name: 'Delete…' }).click();
  await confirm(page, 'Delete permanently');
  await expect(page.getByText('Deleted the account of Eve.')).toBeVisible();
  await expect(cell(page, 'eve@example.com')).toHaveCount(0);
  expect((await web.call('GET', '/users?filter_term=eve')).entries).toEqual([]);

  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Builders');
  await page.keyboard.press('Enter');
  const group = panel(page, 'Builders');
  await choosePerson(group, 'Person to add', 'Bob');
  await group.getByRole('button', { name: 'Add', exact: true }).click();
  await pick(group, 'Role of Bob', 'Group administrator');
  const [{ id: groupId }] = (await web.call('GET', '/groups?filter_term=Builders')).entries;
  const members = async () =>
    (await web.call('GET', `/groups/${groupId}/memberships?fields=role,user,configurable_permissions`)).entries;
  await expect.poll(members).toMatchObject([{ role: 'admin', user: { name: 'Bob' } }]);
  await group.getByText('Edit accounts', { exact: true }).click();
  const rights = { can_create_accounts: false, can_edit_accounts: true };
  await expect.poll(members).toMatchObject([{ configurable_permissions: rights }]);
  await group.getByRole('button', { name: 'Remove Bob' }).press('Enter');
  await expect(group.getByText('No members yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(members).toMatchObject([{ role: 'admin', configurable_permissions: rights }]);

  const folder = await web.createFolder('0', 'Site plans');
  await web.call('POST', '/collaborations', {
    item: { type: 'folder', id: folder.id },
    accessible_by: { type: 'group', id: groupId },
    role: 'viewer',
  });
  await group.getByRole('tab', { name: 'Shared', exact: true }).click();
  await expect(group.getByRole('listitem')).toContainText('Site plansCan view');
  await group.getByRole('tab', { name: 'Settings' }).click();
  await group.getByLabel('Description').fill('Who builds');
  await group.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, 'Who builds')).toBeVisible();
  await group.getByRole('button', { name: 'Delete…' }).click();
  await confirm(page, 'Delete permanently');
  await expect(page.getByText('Deleted the group “Builders”.')).toBeVisible();
  expect((await web.call('GET', '/groups')).total_count).toBe(0);
  expect(complaints).toEqual([]);
});

test('holds and retention: held content is shown, and no longer held after a release', async ({
  page,
  tandem,
  complaints,
}) => {
  const { web } = tandem;
  const folder = await web.createFolder('0', 'Case files');
  const file = await web.upload(folder.id, 'letter.txt', 'one');
  await web.replace(file.id, 'letter.txt', 'two');
  await openPage(page, 'Holds and retention');
  await page.getByRole('button', { name: 'New legal hold' }).click();
  await page.getByText('No end date', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Case 42');
  await confirm(page, 'Create');
  await expect(page.getByRole('dialog')).toContainText(/filter_started_at/);
  await page.getByText('No end date', { exact: true }).click();
  await confirm(page, 'Create');
  const hold = panel(page, 'Case 42');
  await pick(hold, 'Assign to', 'A folder');
  await hold.getByRole('button', { name: 'Choose…' }).click();
  await chooseItem(page, ['Case files'], 'Choose this folder');
  await hold.getByRole('button', { name: 'Assign', exact: true }).click();
  await hold.getByRole('button', { name: 'Show held files' }).click();
  await expect(hold.getByRole('list', { name: 'Files on hold' })).toContainText('letter.txt');
  await expect(hold.getByRole('list', { name: 'Earlier versions on hold' })).toContainText('letter.txt, version 1');
  await bothSchemesAreSound(page);
  await pick(hold, 'Assign to', 'A version of a file');
  await hold.getByRole('button', { name: 'Choose…' }).press('Enter');
  for (const name of ['Case files', 'letter.txt']) await page.getByRole('option', { name, exact: true }).click();
  await pick(hold, 'Version', 'Version 1');
  await hold.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(hold.getByRole('button', { name: 'Release letter.txt, version 1' })).toBeVisible();
  await web.trash({ ...file, type: 'file' });
  await expect(web.call('DELETE', `/files/${file.id}/trash`)).rejects.toThrow('403');
  await hold.getByLabel('Release notes').fill('It is over');
  await hold.getByRole('button', { name: 'Save' }).click();
  await hold.getByRole('button', { name: 'Release Case files' }).click();
  await confirm(page, 'Release');
  await expect(hold.getByRole('button', { name: 'Release Case files' })).toHaveCount(0);
  await hold.getByRole('button', { name: 'Release…' }).click();
  await confirm(page, 'Release');
  await expect(page.getByText('Releasing the legal hold “Case 42”.')).toBeVisible();
  const [policy] = (await web.call('GET', '/legal_hold_policies')).entries;
  const stored = await web.call('GET', `/legal_hold_policies/${policy.id}`);
  expect(stored.release_notes).toBe('It is over');
  expect(['releasing', 'released']).toContain(stored.status);

  await page.getByRole('tab', { name: 'Retention' }).click();
  await page.getByRole('button', { name: 'New retention policy' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Invoices');
  await page.getByLabel('Days after upload').fill('many');
  await confirm(page, 'Create');
  await expect(page.getByRole('dialog').getByLabel('Days after upload')).toHaveAccessibleDescription(/whole number/);
  await page.getByLabel('Days after upload').fill('3650');
  await confirm(page, 'Create');
  const kept = panel(page, 'Invoices');
  const other = await web.upload(folder.id, 'invoice.txt', 'one');
  await kept.getByRole('button', { name: 'Choose…' }).click();
  await chooseItem(page, ['Case files'], 'Choose this folder');
  await kept.getByRole('button', { name: 'Assign', exact: true }).click();
  await kept.getByRole('button', { name: 'Show retained files' }).click();
  await expect(kept.getByRole('list', { name: 'Files under retention' })).toContainText('invoice.txt');
  await web.trash({ ...other, type: 'file' });
  await expect(web.call('DELETE', `/files/${other.id}/trash`)).rejects.toThrow('403');
  await kept.getByRole('button', { name: 'Remove Case files' }).click();
  await confirm(page, 'Remove');
  await expect(kept.getByText('Not assigned yet.')).toBeVisible();
  await web.call('DELETE', `/files/${other.id}/trash`);
  await kept.getByLabel('Days after upload').fill('4000');
  await kept.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, '4,000 days')).toBeVisible();

  await pick(page, 'Duration', 'Permanent');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await pick(page, 'Duration', 'Limited');
  await page.getByLabel('Search by name').fill('Inv');
  await expect(cell(page, 'Invoices')).toBeVisible();
  await cell(page, 'Invoices').click();
  await kept.getByRole('button', { name: 'Retire…' }).click();
  await confirm(page, 'Retire');
  await expect(kept.getByText('Retired')).toBeVisible();
  expect((await web.call('GET', '/retention_policies?fields=status')).entries).toMatchObject([{ status: 'retired' }]);
  await kept.getByRole('button', { name: 'Delete…' }).click();
  await confirm(page, 'Delete permanently');
  await expect(page.getByText('Deleted the retention policy “Invoices”.')).toBeVisible();
  expect((await web.call('GET', '/retention_policies')).entries).toEqual([]);
  // One that can only be made longer can be retired, and never deleted.
  await web.call('POST', '/retention_policies', {
    policy_name: 'Archive',
    policy_type: 'finite',
    retention_length: 30,
    retention_type: 'non_modifiable',
    disposition_action: 'remove_retention',
  });
  await page.getByLabel('Search by name').fill('Arch');
  await cell(page, 'Archive').click();
  await expect(panel(page, 'Archive').getByRole('button', { name: 'Retire…' })).toBeVisible();
  await expect(panel(page, 'Archive').getByRole('button', { name: 'Delete…' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('devices are signed out; webhooks are made, changed, and tell what became of their messages', async ({
  page,
  tandem,
  complaints,
}) => {
  const { web } = tandem;
  const me = await web.call('GET', '/users/me?fields=enterprise');
  await signInOnDevice(tandem.data, me.id, 'Tandem on a lost laptop');
  await openPage(page, 'Devices and webhooks');
  await pick(page, 'Order', 'Oldest first');
  await cell(page, 'Tandem on a lost laptop').click();
  await page.getByRole('button', { name: 'Sign out Tandem on a lost laptop' }).click();
  await confirm(page, 'Sign out');
  await expect(page.getByText('Signed out “Tandem on a lost laptop”')).toBeVisible();
  const pins = await web.call('GET', `/enterprises/${me.enterprise.id}/device_pinners`);
  expect(JSON.stringify(pins.entries)).not.toContain('lost laptop');

  const folder = await web.createFolder('0', 'Watched');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('button', { name: 'Choose…' }).click();
  await chooseItem(page, ['Watched'], 'Choose this folder');
  await dialog.getByLabel('URL').fill('http://127.0.0.1/told');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel('URL')).toHaveAccessibleDescription(/https/);
  await dialog.getByLabel('URL').fill('https://hooks.example.org/told');
  await dialog.getByRole('group', { name: 'Folders' }).getByText('created', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  const about = page.getByRole('complementary');
  await expect(about.getByText('No deliveries yet.')).toBeVisible();
  await web.upload(folder.id, 'news.txt', 'news');
  await web.createFolder(folder.id, 'More');
  await page.reload();
  await openPage(page, 'Devices and webhooks');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByRole('row').filter({ hasText: 'Watched' }).click();
  await expect(about.getByRole('list', { name: 'Recent deliveries' })).toContainText('FILE.UPLOADED');
  await about.getByRole('group', { name: 'Folders' }).getByText('created', { exact: true }).click();
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByRole('button', { name: 'Save' })).toBeDisabled();
  await bothSchemesAreSound(page);
  await about.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Watched' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('who administrates nothing is shown nothing of it, and the pages fit a narrow window', async ({
  page,
  tandem,
}) => {
  await giveRole(tandem.data, tandem.login, 'user');
  await tandem.ask('guard.set', { items: 200, share: 0.1 });
  await tandem.stop();
  await tandem.startAgain();
  await expect(async () => expect(await tandem.link()).toMatch(/^http/)).toPass();
  await page.goto(await tandem.link());
  await page.getByTestId('state').waitFor();
  // The settings of this computer are unchanged.
  expect(await tandem.ask('guard.get')).toEqual({ items: 200, share: 0.1 });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('navigation').getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Hubs' })).toBeVisible();
  for (const name of ['People and groups', 'Holds and retention', 'Devices and webhooks']) {
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  }
  await expect(page.getByText('Administration')).toHaveCount(0);
  await page.getByRole('dialog').getByRole('link', { name: 'Hubs' }).click();
  await page.getByRole('main', { name: 'Hubs' }).getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: /Show$/ }).click();
  await expect(page.getByRole('option', { name: 'Can edit' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Whole enterprise' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    window.location.hash = '#/people';
  });
  await expect(page.getByText('Only an administrator of the enterprise can do this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New person' })).toHaveCount(0);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBe(0);
});
