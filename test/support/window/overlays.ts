import { expect, type Locator, type Page } from '@playwright/test';

/** Everything of the window that opens above a page, and how a person opens it with the keyboard. */
export type Overlay = {
  /** The page, e.g. `#/files?folder=0`. */
  readonly page: string;
  readonly tab?: string;
  /** Leads to where the overlay can be opened. */
  readonly before?: (page: Page) => Promise<void>;
  /** Has the focus before, and again afterwards. */
  readonly opener: (page: Page) => Locator;
  /** Default: Enter. */
  readonly open?: (page: Page) => Promise<void>;
  readonly shows: (page: Page) => Locator;
  /** Default: both. */
  readonly only?: 'wide' | 'narrow';
  /** Rules of axe that cannot hold here. */
  readonly exempt?: readonly string[];
};

const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const menu = (page: Page): Locator => page.getByRole('menu').last();
const listbox = (page: Page): Locator => page.getByRole('listbox').last();

const button = (page: Page, name: string | RegExp): Locator =>
  typeof name === 'string' ? page.getByRole('button', { name, exact: true }) : page.getByRole('button', { name });

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader').filter({ hasText: name }) });

type Where = Pick<Overlay, 'page' | 'tab' | 'only' | 'before'>;

/** Opened by a button. */
const by = (where: Where, name: string | RegExp, shows = dialog): Overlay => ({
  ...where,
  opener: (page) => button(page, name),
  shows,
});

/** An entry of an open menu by its label; its name ends with its shortcut. */
export const menuEntry = (page: Page, label: string): Locator =>
  page.getByRole('menuitem').filter({ has: page.getByText(label, { exact: true }) });

/** Opened by an entry of a row's menu. */
const inMenu = (where: Where, name: string, entry: string, shows = dialog): Overlay => ({
  ...where,
  opener: (page) => row(page, name),
  open: async (page) => {
    await page.keyboard.press('Shift+F10');
    await menuEntry(page, entry).press('Enter');
    await expect(page.getByRole('menu')).toHaveCount(0);
  },
  shows,
});

/** Opened by keys on a row. */
const onRow = (where: Where, name: string, ...keys: string[]): Overlay => ({
  ...where,
  opener: (page) => row(page, name),
  open: async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  },
  shows: dialog,
});

/** A button pressed on the way. */
const via =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await button(page, name).press('Enter');
  };

/** A row whose panel is open, with one of its tabs. */
const inPanel =
  (name: string, tab?: string) =>
  async (page: Page): Promise<void> => {
    await row(page, name).click();
    if (tab !== undefined) await page.getByRole('complementary').getByRole('tab', { name: tab }).click();
  };

/** The details of a file, which are a sheet in a narrow window. */
export async function openDetails(page: Page, name: string): Promise<Locator> {
  if ((page.viewportSize()?.width ?? 0) < 900) {
    await row(page, name).press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Show details' }).press('Enter');
    return page.getByRole('dialog', { name: `Details of ${name}` });
  }
  await row(page, name).press('Control+Space');
  return page.getByRole('complementary', { name: `Details of ${name}` });
}

const share =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await row(page, name).press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Share…' }).press('Enter');
    await dialog(page)
      .getByRole('button', { name: /Role of Bob Marsh$/ })
      .waitFor();
  };

const home: Where = { page: '#/home' };
const files: Where = { page: '#/files?folder=0' };
const people: Where = { page: '#/people' };
const groups: Where = { page: '#/people', tab: 'Groups' };
const holds: Where = { page: '#/governance' };
const retention: Where = { page: '#/governance', tab: 'Retention' };
const devices: Where = { page: '#/connections' };
const webhooks: Where = { page: '#/connections', tab: 'Webhooks' };
const bookmarks: Where = { page: '#/bookmarks' };
const requests: Where = { page: '#/requests' };
const hubs: Where = { page: '#/hubs' };
const trash: Where = { page: '#/trash' };
const settings: Where = { page: '#/settings' };

export const overlays: Readonly<Record<string, Readonly<Record<string, Overlay>>>> = {
  frame: {
    // The arrows of the search box scroll the list. A tab stop of the list itself would take its entries away from them.
    palette: { ...by(home, 'Search'), exempt: ['scrollable-region-focusable'] },
    'kinds of files in the palette': by({ ...home, before: via('Search') }, 'Type', menu),
    'people in the palette': by({ ...home, before: via('Search') }, 'Owner', menu),
    'folders in the palette': by({ ...home, before: via('Search') }, 'Folder', menu),
    notifications: by(home, /^Notifications/),
    'more pages': by({ ...home, only: 'narrow' }, 'More'),
    'pause menu': by(home, /^Pause( syncing)?$/, menu),
    'menu of a folder': by(home, 'Actions for Documents', menu),
    'upload menu': by(home, 'Upload', menu),
  },
  'files: menus and dialogs': {
    'menu of a row': { ...onRow(files, 'plan.dwg', 'Shift+F10'), shows: menu },
    'rename dialog': onRow(files, 'plan.dwg', 'Control+Space', 'F2'),
    'move dialog': inMenu(files, 'plan.dwg', 'Move…'),
    'copy dialog': inMenu(files, 'plan.dwg', 'Copy…'),
    'new folder': by({ ...files, only: 'wide' }, 'New folder'),
    'upload menu': by({ ...files, only: 'wide' }, 'Upload', menu),
    'add menu': by({ ...files, only: 'narrow' }, 'Add', menu),
    'new folder in a narrow window': {
      ...by({ ...files, only: 'narrow' }, 'Add'),
      open: async (page) => {
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: 'New folder' }).press('Enter');
        await expect(page.getByRole('menu')).toHaveCount(0);
      },
    },
  },
  'files: sharing and Quick Look': {
    'share dialog of a file': inMenu(files, 'plan.dwg', 'Share…'),
    'role in the share dialog': by({ ...files, before: share('plan.dwg') }, /Role of Bob Marsh$/, menu),
    'share dialog of a folder': inMenu(files, 'Harbour', 'Share…'),
    mentions: {
      ...files,
      before: async (page) => (await openDetails(page, 'plan.dwg')).getByRole('tab', { name: 'Comments' }).click(),
      opener: (page) => page.getByRole('textbox', { name: /^Comment/ }),
      open: (page) => page.keyboard.type('@b'),
      shows: (page) => page.getByRole('option', { name: /Bob Marsh/ }),
    },
    'Quick Look': onRow(files, 'plan.dwg', 'Space'),
    'choice of a search place': by(
      {
        page: '#/files?folder=3',
        before: async (page) => page.getByRole('searchbox', { name: 'Search' }).fill('plan'),
      },
      /Where$/,
      listbox,
    ),
  },
  'bookmarks and requests': {
    'new bookmark': by(bookmarks, 'Add bookmark'),
    'bookmark dialog': inMenu(bookmarks, 'Building code', 'Edit…'),
    'new request': by(requests, 'New file request'),
    'copy of a request': inMenu(requests, 'Photos of the site', 'Copy to…'),
    'deletion of a request': inMenu(requests, 'Photos of the site', 'Delete…'),
    'choice of requests': by(requests, /^All/, listbox),
  },
  'hubs, trash and shared': {
    'new hub': by(hubs, 'New hub'),
    'copy of a hub': inMenu(hubs, 'How we build', 'Copy…'),
    'deletion of a hub': inMenu(hubs, 'How we build', 'Delete…'),
    'new item of a hub': by({ ...hubs, before: inPanel('How we build', 'Items') }, 'Add a file or folder'),
    'permanent deletion': inMenu(trash, 'old price list.xlsx', 'Delete permanently…'),
    'empty trash': by(trash, 'Empty Trash…'),
    'permanent deletion on this computer': inMenu(
      { ...trash, tab: 'On this computer' },
      'old price list.xlsx',
      'Delete permanently…',
    ),
    'leaving a shared folder': inMenu({ page: '#/sharing' }, 'Harbour', 'Leave…'),
  },
  'people and groups': {
    'new person': by(people, 'New person'),
    'choice in a dialog': by({ ...people, before: via('New person') }, /^User Role$/, listbox),
    'transfer of files': inMenu(people, 'Bob Marsh', 'Transfer files…'),
    'deletion of a person': inMenu(people, 'Bob Marsh', 'Delete…'),
    'new group': by(groups, 'New group'),
    'deletion of a group': inMenu(groups, 'Site team', 'Delete…'),
  },
  'holds and retention': {
    'new hold': by(holds, 'New legal hold'),
    'choice in a panel': by({ ...holds, before: inPanel('Crane accident') }, /Assign to$/, listbox),
    'people in a panel': {
      ...holds,
      before: inPanel('Crane accident'),
      // React Aria hides the rest of the page from screen readers while the list is open. Tab, the only way there, closes it first.
      exempt: ['aria-hidden-focus', 'page-has-heading-one', 'region'],
      opener: (page) => page.getByRole('combobox', { name: 'Person' }),
      open: (page) => page.keyboard.type('b'),
      shows: listbox,
    },
    'removal of an assignment': by({ ...holds, before: inPanel('Facade 2026') }, /^Release “?Harbour/),
    'release of a hold': inMenu(holds, 'Crane accident', 'Release…'),
    'new policy': by(retention, 'New retention policy'),
    'retirement of a policy': inMenu(retention, 'Invoices', 'Retire…'),
    'deletion of a policy': inMenu(retention, 'Invoices', 'Delete…'),
  },
  'devices, webhooks and settings': {
    'sign-out of a device': inMenu(devices, 'Tandem on Bob’s laptop', 'Sign out…'),
    'new webhook': by(webhooks, 'New webhook'),
    'item of a new webhook': by({ ...webhooks, before: via('New webhook') }, 'Choose…'),
    'sign-out': by(settings, 'Sign out'),
    'menu of a synced folder': by(settings, 'Actions for Documents', menu),
    'end of syncing': {
      ...by(settings, 'Actions for Documents'),
      open: async (page) => {
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem', { name: 'Stop syncing…' }).press('Enter');
        await expect(page.getByRole('menu')).toHaveCount(0);
      },
    },
    'choice of a setting': by(settings, /Language$/, listbox),
    'filter of Activity': by({ page: '#/activity' }, 'Any time', menu),
  },
};
