import { expect, type Page } from '@playwright/test';
import { row as fileRow } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/** Every list of the window reads and works the same, light and dark, wide and narrow. */

type List = {
  readonly page: string;
  readonly tab?: string;
  /** The row that the test opens the menu of. */
  readonly row: string;
  readonly columns: readonly string[];
  readonly menu: readonly string[];
  /** The row in a narrow window, which has room for one column: the name, and below it what matters most. */
  readonly narrow: string | RegExp;
};

const lists: Readonly<Record<string, List>> = {
  favourites: {
    page: 'favourites',
    row: 'plan.dwg',
    columns: ['Name', 'Folder', 'Modified'],
    menu: ['Show in its folder', 'Remove from Favourites'],
    narrow: /^plan\.dwg.+ · /,
  },
  recent: {
    page: 'recents',
    row: 'plan.dwg',
    columns: ['Name', 'Folder', 'Last used'],
    menu: ['Show in its folder'],
    narrow: /^plan\.dwg.+ · Opened 9 min ago$/,
  },
  'shared with me': {
    page: 'sharing',
    row: 'Harbour',
    columns: ['Name', 'Role', 'Shared by', 'Shared'],
    menu: ['Open', 'Leave…'],
    narrow: 'HarbourCarol Ito',
  },
  bookmarks: {
    page: 'bookmarks',
    row: 'Building code',
    columns: ['Name', 'Folder', 'Modified'],
    menu: ['Open', 'Show in its folder', 'Copy link', 'Edit…', 'Move to Trash'],
    narrow: 'Building codehttps://example.com/code',
  },
  'file requests': {
    page: 'requests',
    row: 'Photos of the site',
    columns: ['Title', 'Folder', 'Status', 'Expires', 'Modified'],
    menu: ['Show details', 'Copy link', 'Close request', 'Copy to…', 'Delete…'],
    narrow: 'Photos of the siteHarbour · Open',
  },
  hubs: {
    page: 'hubs',
    row: 'How we build',
    columns: ['Title', 'Modified', 'Modified by', 'Views'],
    menu: ['Show details', 'Copy…', 'Delete…'],
    narrow: /^How we build.+ · Dev Patel$/,
  },
  trash: {
    page: 'trash',
    row: 'old price list.xlsx',
    columns: ['Name', 'Original folder', 'Deleted', 'Size'],
    menu: ['Restore', 'Delete permanently…'],
    narrow: /^old price list\.xlsx.+ · .+B$/,
  },
  'local trash': {
    page: 'trash',
    tab: 'On this computer',
    row: 'old price list.xlsx',
    columns: ['Name', 'Original folder', 'Deleted', 'Size'],
    menu: ['Restore', 'Delete permanently…'],
    narrow: /^old price list\.xlsx.+ · 48 kB$/,
  },
  people: {
    page: 'people',
    row: 'Bob Marsh',
    columns: ['Name', 'Role', 'Last sign-in', 'Status', 'Storage'],
    menu: ['Edit…', 'Add to group…', 'Sign out everywhere…', 'Deactivate', 'Transfer files…', 'Delete…'],
    narrow: 'BMBob Marshbob@harbour.studio',
  },
  groups: {
    page: 'people',
    tab: 'Groups',
    row: 'Site team',
    columns: ['Name', 'Description', 'Created'],
    menu: ['Members', 'Delete…'],
    narrow: 'Site teamAt the site',
  },
  holds: {
    page: 'governance',
    row: 'Crane accident',
    columns: ['Name', 'Holds', 'Status', 'Created by', 'Created'],
    menu: ['Show details', 'Release…'],
    narrow: 'Crane accidentHolds nothing yet · Active',
  },
  retention: {
    page: 'governance',
    tab: 'Retention',
    row: 'Invoices',
    columns: ['Name', 'Kept for', 'Then', 'Status', 'Created by'],
    menu: ['Show details', 'Retire…', 'Delete…'],
    narrow: /^Invoices.+ · Active$/,
  },
  devices: {
    page: 'connections',
    row: 'Tandem on Bob’s laptop',
    columns: ['App and device', 'Person', 'Sign-in name'],
    menu: ['Show details', 'Sign out…'],
    narrow: 'Tandem on Bob’s laptopBob Marsh',
  },
  webhooks: {
    page: 'connections',
    tab: 'Webhooks',
    row: 'Harbour',
    columns: ['File or folder', 'URL', 'Webhook'],
    menu: ['Show details', 'Delete'],
    narrow: 'Harbourhttps://hooks.example.com/harbour',
  },
};

const wide = { width: 1440, height: 900 };
const narrow = { width: 400, height: 860 };

async function openList(page: Page, bridge: FakeBridge, { page: name, tab, row }: List): Promise<void> {
  bridge.answer(libraryAnswers());
  await bridge.open(`#/${name}`);
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
  await expect(page.getByRole('rowheader').filter({ hasText: row })).toBeVisible();
}

for (const [name, list] of Object.entries(lists)) {
  test(`${name}: columns, row height, one menu three ways, and no finding`, async ({ page, bridge }) => {
    test.slow();
    await page.setViewportSize(wide);
    await openList(page, bridge, list);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: list.row }) });
    const entries = page.getByRole('menuitem');
    await expect(page.getByRole('columnheader')).toHaveText([...list.columns, 'Actions']);
    expect([40, 56]).toContain((await row.boundingBox())?.height);
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await expect(entries.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
    await row.click({ button: 'right' });
    await expect(entries).toHaveText(list.menu.map((label) => new RegExp(`^${label}`)));
    await bothSchemesAreSound(page);
    await page.keyboard.press('Escape');
    await bothSchemesAreSound(page);
    expect.soft(await outOfReach(page)).toEqual([]);

    await page.setViewportSize(narrow);
    await expect(row.getByRole('rowheader')).toHaveText(list.narrow);
    expect((await row.boundingBox())?.height).toBe(56);
    await row.getByRole('button', { name: /^Actions for / }).click();
    await expect(entries).toHaveCount(list.menu.length);
    const sheet = page.getByRole('dialog', { name: /^Actions for / });
    await expect(sheet).toContainText((await sheet.getAttribute('aria-label'))?.replace('Actions for ', '') ?? '…');
    await bothSchemesAreSound(page);
    await page.keyboard.press('Escape');
    await expect(entries).toHaveCount(0);
    await bothSchemesAreSound(page);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
  });
}

test('a hold in force that is assigned to nothing says so', async ({ page, bridge }) => {
  const { holds } = lists;
  if (holds !== undefined) await openList(page, bridge, holds);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Facade 2026')).toContainText('1 person, 2 folders');
  await expect(row('Crane accident')).toContainText('Holds nothing yet');
});

test('people show their last sign-in, and only what the role allows', async ({ page, bridge }) => {
  const { people } = lists;
  if (people !== undefined) await openList(page, bridge, people);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Ann Keller (you)')).toContainText('Administrator');
  await expect(row('Bob Marsh').getByRole('time')).toHaveText('11:20');
  await expect(row('Dev Patel')).toContainText('Never');
  await row('Ann Keller').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Show details']);
});

test('Ctrl and C copies the link of a row', async ({ page, bridge, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { bookmarks } = lists;
  if (bookmarks !== undefined) await openList(page, bridge, bookmarks);
  await page.getByRole('row').filter({ hasText: 'Building code' }).click();
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://example.com/code');
});

test('Ctrl and A in a list where one row can be selected keeps the panel and what was typed in it', async ({
  page,
  bridge,
}) => {
  const { holds } = lists;
  if (holds !== undefined) await openList(page, bridge, holds);
  const row = page.getByRole('row').filter({ hasText: 'Facade 2026' });
  await row.click();
  const name = page.getByRole('complementary').getByRole('textbox', { name: 'Name' });
  await name.fill('Facade 2027');
  await row.focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await expect(name).toHaveValue('Facade 2027');
});

test('a link that the browser does not let copy says so and how to allow it, in a row and in the details', async ({
  page,
  bridge,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Write permission denied.'));
  });
  const { bookmarks, 'file requests': requests } = lists;
  if (bookmarks === undefined || requests === undefined) throw new Error('the lists of this test are gone');
  const refused = page.getByText('Nothing was copied. Allow this window to use the clipboard, and try again.');
  await openList(page, bridge, bookmarks);
  await page.getByRole('row').filter({ hasText: 'Building code' }).click();
  await page.keyboard.press('Control+c');
  await expect(refused).toBeVisible();
  await bridge.open('#/requests');
  await page.getByRole('rowheader').filter({ hasText: requests.row }).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('complementary').getByRole('alert')).toHaveText(/^Nothing was copied/);
});

test('the panel of a person stays open while another person is deleted, and closes with its own', async ({
  page,
  bridge,
}) => {
  const { people } = lists;
  if (people !== undefined) await openList(page, bridge, people);
  bridge.answer({ service: { deleteUser: () => null as never } });
  const remove = async (name: string) => {
    await page.getByRole('row').filter({ hasText: name }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const asked = page.getByRole('dialog');
    await asked.getByText('Delete them too').click();
    await asked.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(asked).toHaveCount(0);
  };
  await page.getByRole('row').filter({ hasText: 'Bob Marsh' }).click();
  const panel = page.getByRole('complementary').filter({ hasText: 'Bob Marsh' });
  await expect(panel).toBeVisible();
  await remove('Dev Patel');
  await expect(page.getByText('Deleted the account of Dev Patel.')).toBeVisible();
  await expect(panel).toBeVisible();
  await remove('Bob Marsh');
  await expect(panel).toHaveCount(0);
});

test('a bookmark is a link only if its address is one of the web', async ({ page, bridge }) => {
  const row = (name: string) => page.getByRole('rowheader').filter({ hasText: name });
  const { bookmarks } = lists;
  if (bookmarks !== undefined) await openList(page, bridge, bookmarks);
  await expect(row('Site camera').getByRole('link')).toHaveAttribute('href', 'https://example.com/cam');
  await expect(row('Plans on a disk')).toBeVisible();
  await expect(row('Plans on a disk').getByRole('link')).toHaveCount(0);
});

test('the second press of a double-click does not press the button that appeared under it', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  const accounts = Array.from({ length: 20 }, (_, at) => ({ type: 'user', id: `${at + 30}`, name: `Person ${at}` }));
  const entries = accounts.map((account) => ({ ...account, login: '', role: 'user', status: 'active' }));
  bridge.answer({ service: { listUsers: () => ({ entries, total_count: 20, limit: 200, offset: 0 }) as never } });
  await bridge.open('#/people');
  const panel = page.getByRole('complementary');
  const deactivate = panel.getByRole('button', { name: 'Deactivate' });
  await page.getByRole('row').filter({ hasText: 'Person 1' }).first().click();
  const box = await deactivate.boundingBox();
  if (box === null) throw new Error('the button is not drawn');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(deactivate).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await expect(deactivate).not.toHaveAttribute('data-pressed');
  await page.mouse.up({ clickCount: 2 });
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  expect(bridge.asked.filter(({ name }) => name === 'updateUser')).toEqual([]);
});

test('typing finds a name with a space; Space alone still looks into the file', async ({ page, bridge }) => {
  const names = ['Annual plan.pdf', 'Annual report.pdf', 'Budget.pdf'];
  bridge.answer(folderOf(names.map((name, at) => listedFile(String(at), name))));
  await bridge.open('#/files?folder=0');
  await fileRow(page, 'Budget.pdf').click();
  await page.keyboard.type('annual r');
  await expect(fileRow(page, 'Annual report.pdf')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // After a while, the typed word has ended.
  await page.clock.setFixedTime(now + 1_000);
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'Annual report.pdf' })).toBeVisible();
});
