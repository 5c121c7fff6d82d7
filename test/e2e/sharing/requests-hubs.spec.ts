import { expect, type Locator, type Page } from '@playwright/test';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { cell, chooseItem, inGerman, openPage, pick, test } from '../window-test.ts';

/** File requests and hubs against the real service: each action of the pages, and its undo, takes effect there. */

const version = { 'svc-version': '2025.0' };
const panel = (page: Page, name: string): Locator => page.getByRole('complementary', { name: `About ${name}` });

test('a file request is made, told what to ask, closed, opened, copied and deleted', async ({
  page,
  tandem,
  complaints,
}) => {
  const { web } = tandem;
  await web.createFolder('0', 'Party');
  const offers = await web.createFolder('0', 'Offers');
  await openPage(page, 'File requests');
  await expect(page.getByText('No file requests yet')).toBeVisible();

  await page.getByRole('button', { name: 'New file request' }).click();
  await chooseItem(page, ['Party'], 'Choose this folder');
  const about = panel(page, 'Party');
  await expect(page.getByText('Created the file request “Party”.')).toBeVisible();
  await about.getByLabel('Title').fill('');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByLabel('Title')).toHaveAccessibleDescription('Must not be empty.');
  await about.getByLabel('Title').fill('Photos');
  await about.getByLabel('Expires on').fill('2035-01-31T12:00');
  await about.getByText('Ask for an email address', { exact: true }).click();
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(cell(page, 'Photos')).toBeVisible();
  const listed = async () => (await web.call('GET', '/file_requests')).entries;
  const [made] = await listed();
  expect(made).toMatchObject({ title: 'Photos', is_email_required: true, folder: { name: 'Party' }, status: 'active' });
  expect(made.expires_at).toMatch(/^2035-01-31T/);

  const upload = panel(page, 'Photos').getByRole('textbox', { name: 'Upload link' });
  await expect(upload).toHaveValue(/\/f\/[0-9a-f]{32}$/);
  const address = await upload.inputValue();
  const visited = (): Promise<number> => web.visit(address);
  expect(await visited()).toBe(200);
  await expect(panel(page, 'Photos')).toContainText('so the link won’t open anywhere else');
  await page.getByRole('button', { name: 'Close request' }).click();
  await expect(page.getByText('Closed “Photos”.')).toBeVisible();
  expect(await visited()).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Close request' })).toBeVisible();
  expect(await visited()).toBe(200);

  await page.getByRole('button', { name: 'Copy to…' }).click();
  await chooseItem(page, ['Offers'], 'Choose this folder');
  await expect(page.getByText('Copied “Photos” for “Offers”.')).toBeVisible();
  expect((await web.call('GET', `/file_requests?folder_id=${offers.id}`)).entries).toHaveLength(1);
  await page.getByLabel('Search file requests').fill('party');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByLabel('Search file requests').fill('');
  await bothSchemesAreSound(page);

  await page.getByRole('button', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Uploaded files stay in “Offers”.');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Deleted the file request “Photos”.')).toBeVisible();
  expect((await listed()).map(({ folder }: { folder: { name: string } }) => folder.name)).toEqual(['Party']);
  expect(complaints).toEqual([]);
});

test('a hub is made, filled, given to people, found, copied and deleted', async ({ page, tandem, complaints }) => {
  const { web } = tandem;
  const bob = await tandem.person('bob@example.com', 'Bob');
  await web.upload('0', 'plan.txt', 'plan');
  const hubs = async (): Promise<{ id: string; title: string }[]> =>
    (await web.call('GET', '/hubs?sort=name', undefined, version)).entries;
  await openPage(page, 'Hubs');
  await page.getByRole('button', { name: 'New hub' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Must have 1 to 50 characters/);
  await page.getByLabel('Title').fill('Launch');
  await page.keyboard.press('Enter');
  const about = panel(page, 'Launch');
  await about.getByLabel('Description').fill('All about it');
  await about.getByText('Editors can invite people', { exact: true }).click();
  await pick(about, 'Who can copy it', 'No one');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByRole('button', { name: 'Copy…' })).toHaveCount(0);
  const [hub] = await hubs();
  const stored = await web.call('GET', `/hubs/${hub?.id}`, undefined, version);
  expect(stored).toMatchObject({ description: 'All about it', can_non_owners_invite: false, copy_hub_access: 'none' });
  await pick(about, 'Who can copy it', 'All members');
  await about.getByRole('button', { name: 'Save' }).click();

  await about.getByRole('tab', { name: 'People' }).click();
  await about.getByLabel('Sign-in name or email').fill('bob@example.com');
  await about.getByRole('button', { name: 'Invite', exact: true }).click();
  const invited = about.getByRole('listitem').filter({ hasText: 'invited, not accepted yet' });
  await expect(invited).toBeVisible();
  await pick(invited, /Role of/, 'Editor');
  const given = async () =>
    (await web.call('GET', `/hub_collaborations?hub_id=${hub?.id}`, undefined, version)).entries;
  await expect.poll(async () => (await given()).map(({ role }: { role: string }) => role)).toContain('editor');
  const [, forBob] = await given();
  await bob.call('PUT', `/hub_collaborations/${forBob.id}`, { status: 'accepted' }, version);

  await about.getByRole('tab', { name: 'Items' }).click();
  await about.getByRole('button', { name: 'Add a file or folder' }).click();
  await page.getByRole('dialog').getByRole('option', { name: 'plan.txt' }).click();
  await about.getByRole('button', { name: 'Remove plan.txt' }).click();
  await expect(about.getByText('No items yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(about.getByRole('listitem').filter({ hasText: 'plan.txt' })).toBeVisible();
  await about.getByRole('button', { name: 'Add a file or folder' }).click();
  await page.getByRole('dialog').getByRole('option', { name: 'plan.txt' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('The file "plan.txt" is already in the hub.');
  await page.keyboard.press('Escape');
  await bothSchemesAreSound(page);

  await about.getByRole('tab', { name: 'Settings' }).click();
  await about.getByRole('button', { name: 'Copy…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(panel(page, 'Copy of Launch')).toBeVisible();
  await page.getByLabel('Search hubs').fill('nothing like it');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByLabel('Search hubs').fill('');
  await pick(page, 'Show', 'Can view');
  await expect(cell(page, 'Launch')).toHaveCount(0);
  await pick(page, 'Show', 'Whole enterprise');
  await pick(page, 'Sort by', 'Last change');
  await expect(page.getByRole('row')).toHaveCount(3);

  await cell(page, 'Copy of Launch').click();
  await panel(page, 'Copy of Launch').getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Deleted the hub “Copy of Launch”.')).toBeVisible();
  expect((await hubs()).map(({ title }) => title)).toEqual(['Launch']);
  expect((await web.find('0', 'plan.txt'))?.name).toBe('plan.txt');

  // The service refuses one item in an answer that is a success as a whole.
  await inGerman(page);
  await cell(page, 'Launch').click();
  await page.getByRole('tab', { name: 'Elemente' }).click();
  await page.getByRole('button', { name: 'Datei oder Ordner hinzufügen' }).click();
  await page.getByRole('dialog').getByRole('option', { name: 'plan.txt' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Die Datei „plan.txt“ ist bereits im Hub.');
  expect(complaints).toEqual([]);
});
