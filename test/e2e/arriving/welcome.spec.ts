import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { setPassword } from '../../../service/domain/people/sign-in/set-password.ts';
import { type FreshTandem, freshTandem } from '../../support/desktop/fresh-tandem.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { testPassword } from '../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { accessibilityFindings, bothSchemesAreSound } from '../../support/window/accessibility.ts';

/** The first minute with Tandem: from nothing to a folder in sync, with and without a pointer, and a sign-in that ends later. */

let tandem: FreshTandem;
test.beforeEach(async () => {
  tandem = await freshTandem();
});
test.afterEach(() => tandem.close());

/** The window, with the errors of its page. */
async function openWindow(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(await tandem.link());
  await heading(page, 'Your files, in sync everywhere');
  return complaints;
}

const typedFolder = (page: Page): Locator => page.getByRole('combobox', { name: 'Folder on this computer' });

const heading = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** A service with Ann, her password, and some folders. */
async function annsService(): Promise<{ service: TestService; web: WebUser }> {
  const service = await startTestService();
  await setPassword(service.service, service.person.login, testPassword);
  const web = webUser(service, service.person.token);
  const documents = await web.createFolder('0', 'Documents');
  const old = await web.createFolder(documents.id, 'Old');
  await web.upload(documents.id, 'letter.txt', 'Dear Bob');
  await web.upload(old.id, 'older.txt', 'Dear Alice');
  const photos = await web.createFolder('0', 'Photos');
  await web.upload(photos.id, 'sea.jpg', Buffer.alloc(40_000, 'sea'));
  return { service, web };
}

/** Signs in on the page of the service, which is a tab of its own. */
async function signInThere(context: BrowserContext, press: () => Promise<void>): Promise<void> {
  const opened = context.waitForEvent('page');
  await press();
  const tab = await opened;
  await tab.getByRole('heading', { level: 1 }).waitFor();
  if ((await tab.getByLabel('Password').count()) > 0) {
    await tab.getByLabel('Login').fill('ann@example.com');
    await tab.getByLabel('Password').fill(testPassword);
    await tab.getByRole('button', { name: 'Sign in' }).click();
  }
  await tab.getByRole('button', { name: 'Allow' }).click();
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('You are signed in');
  await tab.close();
}

test('with a pointer: a service by its address, a sign-in, a folder, its selection; later the sign-in ends and is renewed', async ({
  page,
  context,
}) => {
  const { service, web } = await annsService();
  try {
    const complaints = await openWindow(page);
    await bothSchemesAreSound(page);

    // An address without a service is refused; the typed text survives a reload.
    await page.getByLabel('Service URL').fill('127.0.0.1:1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing answers at 127.0.0.1:1.');
    await page.reload();
    await expect(page.getByLabel('Service URL')).toHaveValue('127.0.0.1:1');
    await page.getByLabel('Service URL').fill(new URL(service.baseUrl).host);
    await page.getByRole('button', { name: 'Sign in' }).click();

    // The sign-in is in another tab, and a reload of this one waits on for it.
    await heading(page, 'Sign in through your browser');
    await page.reload();
    await heading(page, 'Sign in through your browser');
    expect(await accessibilityFindings(page)).toEqual([]);
    await signInThere(context, () => page.getByRole('link', { name: 'Open the sign-in page' }).click());

    // It continues by itself.
    await heading(page, 'Choose your folder');
    const folder = join(tandem.home, 'My files');
    await expect(page.getByRole('radio', { name: /^Tandem/ })).toBeChecked();
    await expect(page.getByText('Your files need 40 kB')).toBeVisible();
    await page.getByText('Use another folder…').click();
    await typedFolder(page).fill(tandem.home);
    await expect(page.getByText('This folder already contains')).toBeVisible();
    await typedFolder(page).fill(folder);
    await expect(page.getByText('Tandem will create this folder.')).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();

    // Back removes the link, and Continue makes it again.
    await heading(page, 'Choose what to keep here');
    await page.getByRole('button', { name: 'Back' }).click();
    await heading(page, 'Choose your folder');
    expect(await readdir(folder)).toEqual([]);
    await expect(page.getByText('This folder is empty.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Choose what to keep here');
    await page.getByRole('treeitem', { name: /^Photos/ }).click();
    await expect(page.getByText('2 files, 18 B on this computer')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('treeitem', { name: /^Photos/ })).toHaveAttribute('aria-checked', 'false');
    await page
      .getByRole('treeitem', { name: /^Documents/ })
      .locator('[data-arrow]')
      .click();
    await page.getByRole('treeitem', { name: /^Old/ }).click();
    await expect(page.getByRole('treeitem', { name: /^Documents/ })).toHaveAttribute('aria-checked', 'mixed');
    await expect(page.getByText('1 file, 8 B on this computer')).toBeVisible();
    await bothSchemesAreSound(page);
    expect(await readdir(folder)).toEqual(['.tandem']);
    await page.getByRole('button', { name: 'Start syncing' }).click();
    await expect(page.getByTestId('state')).toContainText('Everything is in sync');
    expect(await readFile(join(folder, 'Documents', 'letter.txt'), 'utf8')).toBe('Dear Bob');
    expect((await readdir(folder, { recursive: true })).filter((name) => /older|sea/.test(name))).toEqual([]);

    // After a restart it continues, and asks nothing.
    await page.goto('about:blank');
    await tandem.startAgain();
    await page.goto(await tandem.link());
    await expect(page.getByTestId('state')).toContainText('Everything is in sync');
    expect((await tandem.ask('account.get')).kind).toBe('service');

    // The sign-in is revoked. The next save finds out, the window says so, and after the next sign-in the file is uploaded.
    await endSignIns(web);
    await writeFile(join(folder, 'Documents', 'draft.txt'), 'not sent yet');
    const banner = page.getByRole('region', { name: 'Your sign-in expired' });
    await expect(banner).toBeVisible({ timeout: 30_000 });
    expect(await accessibilityFindings(page)).toEqual([]);
    await banner.getByRole('button', { name: 'Sign in again' }).click();
    await signInThere(context, () => banner.getByRole('link', { name: 'Open the sign-in page' }).click());
    await expect(banner).toBeHidden({ timeout: 30_000 });
    const documents = await web.find('0', 'Documents');
    await expect.poll(async () => (await web.find(documents?.id ?? '', 'draft.txt'))?.name).toBe('draft.txt');
    expect(complaints).toEqual([]);
  } finally {
    await service.stop();
  }
});

test('with the keyboard alone: the private service, a folder that has files, and everything in it', async ({
  page,
}) => {
  const folder = join(tandem.home, 'Tandem');
  await mkdir(folder);
  await writeFile(join(folder, 'here.txt'), 'here first');
  const complaints = await openWindow(page);
  const { keyboard } = page;
  const tabTo = async (role: 'button' | 'combobox' | 'radio' | 'treeitem', name: RegExp | string): Promise<void> => {
    const target = page.getByRole(role, { name, exact: true });
    await expect(target).toBeEnabled();
    for (let presses = 0; presses < 20; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  await tabTo('radio', /^Sign in to your team/);
  await keyboard.press('ArrowDown');
  await expect(page.getByLabel('Service URL')).toBeHidden();
  await tabTo('button', 'Start');
  await keyboard.press('Enter');

  await heading(page, 'Choose your folder');
  await tabTo('radio', /^Tandem/);
  await keyboard.press('ArrowDown');
  await tabTo('combobox', 'Folder on this computer');
  // Its keys move the cursor, not the choice.
  await keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: /^Use another folder/ })).toBeChecked();
  await keyboard.press('End');
  await keyboard.press('Backspace');
  // Existing folders are suggested, and chosen with the arrows.
  await expect(page.getByRole('option', { name: folder })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByText('This folder already contains 1 item')).toBeVisible();
  await tabTo('button', 'Continue');
  await keyboard.press('Enter');

  await heading(page, 'Choose what to keep here');
  await expect(page.getByText('There are no folders on the service yet')).toBeVisible();
  await tabTo('button', 'Start syncing');
  await keyboard.press('Enter');
  await expect(page.getByTestId('state')).toContainText('Everything is in sync');
  expect((await tandem.ask('status.get')).roots[0]).toMatchObject({ localPath: folder, files: 1 });

  // A folder more: the tree is walked with the arrows.
  await mkdir(join(folder, 'letters', 'old'), { recursive: true });
  await writeFile(join(folder, 'letters', 'old', 'one.txt'), 'one');
  await expect.poll(async () => (await tandem.ask('status.get')).roots[0]?.files).toBe(2);
  await page.goto(page.url().replace(/#.*$/, '#/settings'));
  await tabTo('button', 'Choose folders of Tandem');
  await keyboard.press('Enter');
  await page.getByRole('treeitem', { name: /^letters/ }).waitFor();
  await tabTo('treeitem', /^letters/);
  await keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: /^old/ }).waitFor();
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('treeitem', { name: /^old/ })).toBeFocused();
  await keyboard.press('Space');
  await expect(page.getByRole('treeitem', { name: /^letters/ })).toHaveAttribute('aria-checked', 'mixed');
  await tabTo('button', 'Apply');
  await keyboard.press('Enter');
  await expect.poll(() => readdir(join(folder, 'letters'))).toEqual([]);
  expect(complaints).toEqual([]);
});

/** An administrator deletes the device, which revokes all its tokens. */
async function endSignIns(web: WebUser): Promise<void> {
  const me = (await web.call('GET', '/users/me?fields=enterprise')) as { enterprise: { id: string } };
  const pins = (await web.call('GET', `/enterprises/${me.enterprise.id}/device_pinners`)) as {
    entries: { id: string }[];
  };
  for (const { id } of pins.entries) await web.call('DELETE', `/device_pinners/${id}`);
}
