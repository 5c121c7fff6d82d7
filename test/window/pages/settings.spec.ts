import { expect, type Page } from '@playwright/test';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { found, search } from '../../support/window/palette.ts';
import { rootStatus, signedIn, status } from '../../support/window/status-states.ts';
import { people } from '../../support/window/studio/people.ts';
import { firstSettings, openSettings } from '../../support/window/studio/settings.ts';
import { test } from '../fake-window.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const saved = (bridge: FakeBridge, name: string) => () =>
  bridge.asked.filter((one) => one.name === name).map(({ request }) => request);

test('a speed is saved as it is typed; one that is none says so, is not saved, and holds back no hours', async ({
  page,
  bridge,
}) => {
  await openSettings(bridge);
  const bandwidth = section(page, 'Bandwidth');
  await bandwidth.getByRole('button', { name: 'Upload limit' }).click();
  await page.getByRole('option', { name: 'Limited' }).click();
  const last = () => saved(bridge, 'bandwidth.set')().at(-1);
  const unlimited = { bytesPerSecond: null, hours: [] };
  await expect.poll(last).toEqual({ up: { ...unlimited, bytesPerSecond: 1_000_000 }, down: unlimited });
  await bandwidth.getByRole('textbox', { name: 'Upload speed' }).fill('fast');
  await expect(bandwidth).toContainText('Enter a speed of at least 2 kB a second.');
  await bandwidth.getByRole('button', { name: 'Add hours' }).click();
  const hours = bandwidth.getByRole('group', { name: 'Hours 1' });
  await hours.getByText('Saturday').click();
  await expect(hours).toContainText('Monday to Saturday08:00 to 18:00 · Upload and download · at most 500 kB/s');
  const sixDays = { weekdays: [1, 2, 3, 4, 5, 6], fromMinute: 480, toMinute: 1080, bytesPerSecond: 500_000 };
  const other = { bytesPerSecond: null, hours: [sixDays] };
  await expect.poll(last).toEqual({ up: { ...other, bytesPerSecond: 1_000_000 }, down: other });
  await bandwidth.getByRole('textbox', { name: 'Upload speed' }).fill('0.75');
  await expect.poll(last).toEqual({ up: { ...other, bytesPerSecond: 750_000 }, down: other });
  await expect(bandwidth).toContainText('Saved');
  await bandwidth.getByRole('button', { name: 'Upload speed unit' }).click();
  await page.getByRole('option', { name: 'kB/s' }).click();
  await expect(bandwidth).toContainText('Enter a speed of at least 2 kB a second.');
  await bandwidth.getByRole('textbox', { name: 'Upload speed' }).fill('20000');
  await expect.poll(last).toEqual({ up: { ...other, bytesPerSecond: 20_000_000 }, down: other });
  await expect(bandwidth.getByRole('textbox', { name: 'Upload speed' })).toBeFocused();
});

test('what is typed last is saved when the page is left', async ({ page, bridge }) => {
  await openSettings(bridge);
  await section(page, 'Network').getByLabel('Proxy URL').fill('http://proxy.example.com:3128');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect.poll(saved(bridge, 'settings.set')).toEqual([{ proxy: 'http://proxy.example.com:3128' }]);
});

test('a setting that another window changed is shown, and is not overwritten when the page is left', async ({
  page,
  bridge,
}) => {
  await openSettings(bridge);
  const bandwidth = section(page, 'Bandwidth');
  await bandwidth.getByRole('button', { name: 'Upload limit' }).waitFor();
  await section(page, 'Network').getByLabel('Proxy URL').waitFor();
  const weekend = { weekdays: [0, 6], fromMinute: 480, toMinute: 1080, bytesPerSecond: 300_000 };
  const slower = { bytesPerSecond: 250_000, hours: [weekend] };
  bridge.answer({
    'bandwidth.get': () => ({ up: slower, down: slower }),
    'settings.get': () => ({ ...firstSettings, proxy: 'http://proxy.example.com:3128' }),
  });
  await bridge.reconnect();
  await expect(section(page, 'Network').getByLabel('Proxy URL')).toHaveValue('http://proxy.example.com:3128');
  await expect(bandwidth.getByRole('textbox', { name: 'Upload speed' })).toHaveValue('250');
  await expect(bandwidth.getByRole('group', { name: 'Hours 1' })).toContainText('at most 300 kB/s');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is in sync');
  expect(bridge.asked.filter(({ name }) => name.endsWith('.set'))).toEqual([]);
});

test('text that is typed stays when another window changes that setting', async ({ page, bridge }) => {
  await openSettings(bridge);
  const nothing = { files: 0, folders: 0, bytes: 0, sample: [] };
  bridge.answer({ 'ignore.test': () => ({ leavesOut: nothing, takesIn: nothing }) });
  const bandwidth = section(page, 'Bandwidth');
  await bandwidth.getByRole('button', { name: 'Upload limit' }).click();
  await page.getByRole('option', { name: 'Limited' }).click();
  const last = () => saved(bridge, 'bandwidth.set')().at(-1);
  const unlimited = { bytesPerSecond: null, hours: [] };
  await expect.poll(last).toEqual({ up: { ...unlimited, bytesPerSecond: 1_000_000 }, down: unlimited });
  await bandwidth.getByRole('textbox', { name: 'Upload speed' }).fill('fast');
  const proxy = section(page, 'Network').getByLabel('Proxy URL');
  await proxy.fill('proxy');
  const rules = section(page, 'Ignored files').getByRole('textbox');
  await rules.fill('*.tmp');
  const slower = { bytesPerSecond: 250_000, hours: [] };
  let lines = ['*.bak'];
  bridge.answer({
    'bandwidth.get': () => ({ up: slower, down: slower }),
    'settings.get': () => ({ ...firstSettings, proxy: 'http://proxy.example.com:3128', startAtLogin: false }),
    'ignore.get': () => ({ lines }),
    'ignore.set': (next) => {
      lines = next.lines;
      return {};
    },
  });
  await bridge.reconnect();
  await expect(page.getByLabel('Start when I log in to this computer')).not.toBeChecked();
  await expect(rules).toHaveValue('*.tmp');
  await section(page, 'Ignored files').getByRole('button', { name: 'Discard' }).click();
  await expect(rules).toHaveValue('*.bak');
  await rules.fill('*.bak\n*.tmp\n\n');
  await section(page, 'Ignored files').getByRole('button', { name: 'Save' }).click();
  await expect(rules).toHaveValue('*.bak\n*.tmp');
  await expect(proxy).toHaveValue('proxy');
  await expect(bandwidth.getByRole('textbox', { name: 'Upload speed' })).toHaveValue('fast');
});

test('an address that is none is never saved', async ({ page, bridge }) => {
  await openSettings(bridge);
  const proxy = section(page, 'Network');
  await proxy.getByLabel('Proxy URL').fill('proxy:3128');
  await expect(proxy).toContainText('It looks like http://proxy.example.com:3128');
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is in sync');
  expect(saved(bridge, 'settings.set')()).toEqual([]);
});

test('Settings that are only looked at save nothing', async ({ page, bridge }) => {
  await openSettings(bridge);
  await section(page, 'Bandwidth').getByRole('button', { name: 'Upload limit' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything is in sync');
  expect(bridge.asked.filter(({ name }) => name.endsWith('.set'))).toEqual([]);
});

test('the index leads to a section, moves the keyboard there, and follows the scroll', async ({ page, bridge }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await openSettings(bridge);
  const index = page.getByRole('navigation', { name: 'Sections of Settings' });
  await expect(index.getByRole('button', { name: 'Account' })).toHaveAttribute('aria-current', 'location');
  await index.getByRole('button', { name: 'Delete guard' }).press('Enter');
  await expect(section(page, 'Delete guard')).toBeInViewport();
  await expect(index.getByRole('button', { name: 'Delete guard' })).toHaveAttribute('aria-current', 'location');
  await page.keyboard.press('Tab');
  await expect(section(page, 'Delete guard').locator(':focus')).toHaveCount(1);
});

for (const width of [1440, 400]) {
  test(`Settings at ${width} px is sound`, async ({ page, bridge }) => {
    await page.setViewportSize({ width, height: 860 });
    await openSettings(bridge);
    await section(page, 'Bandwidth').getByRole('button', { name: 'Upload limit' }).waitFor();
    await bothSchemesAreSound(page);
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await sideways()).toBe(0);
  });
}

test('a profile is edited: only what changed is sent, and a time zone is found by a part of its name', async ({
  page,
  bridge,
}) => {
  const ann = {
    type: 'user',
    id: people.ann.id,
    name: 'Ann Keller',
    language: 'de',
    timezone: 'Europe/Berlin',
  } as const;
  bridge.answer({ service: { getCurrentUser: () => ann, updateUser: () => ann } });
  await openSettings(bridge);
  await section(page, 'Account').getByRole('button', { name: 'Edit profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByRole('button', { name: /^German/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Job title').fill('Architect');
  const zone = dialog.getByRole('combobox', { name: 'Time zone' });
  // To pass through the field changes nothing.
  await zone.focus();
  await zone.press('Tab');
  await expect(zone).toHaveValue('Europe/Berlin');
  await zone.fill('lisb');
  await expect(dialog.getByRole('button', { name: 'Save', includeHidden: true })).toBeDisabled();
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
  await bothSchemesAreSound(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Profile saved.')).toBeVisible();
  const body = { job_title: 'Architect', timezone: 'Europe/Lisbon' };
  expect(saved(bridge, 'updateUser')()).toEqual([{ params: { user_id: people.ann.id }, body }]);
});

test('Settings are searched in what they say; a section that is left out keeps what was typed', async ({
  page,
  bridge,
}) => {
  await openSettings(bridge);
  const proxy = section(page, 'Network').getByLabel('Proxy URL');
  await proxy.fill('http://proxy');
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('GITIGNORE');
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(1);
  await expect(section(page, 'Ignored files')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Sections of Settings' }).getByRole('button')).toHaveText([
    'Ignored files',
  ]);
  await search.fill('nothing says this');
  await expect(page.getByRole('main').getByText('Nothing matches', { exact: true })).toBeVisible();
  await bothSchemesAreSound(page);
  await page.keyboard.press('Escape');
  await expect(section(page, 'Account')).toBeVisible();
  await expect(proxy).toHaveValue('http://proxy');
});

test('the account shows how much each synced folder holds, and what else takes space', async ({ page, bridge }) => {
  const gigabytes = 1_000_000_000;
  const owner = (id: string) => ({
    type: 'user',
    id,
    name: id === people.ann.id ? 'Ann Keller' : 'Carol Ito',
    login: '',
  });
  const folders: Readonly<Record<string, object>> = {
    11: { size: 12.4 * gigabytes, owned_by: owner(people.ann.id) },
    12: { size: 27 * gigabytes, owned_by: owner(people.ann.id) },
    13: { size: 90 * gigabytes, owned_by: owner('9'), has_collaborations: true },
  };
  const roots = Object.keys(folders).map((remoteId, at) =>
    rootStatus({ id: at + 1, remoteId, name: ['Documents', 'Studio', 'Launch plan'][at] ?? '' }),
  );
  bridge.answer(signedIn(status({ roots })));
  bridge.answer({
    'selection.tree': ({ rootId }) => ({
      rootId,
      folderId: '0',
      path: '',
      files: 10,
      bytes: 27 * gigabytes,
      chosenFiles: rootId === 2 ? 4 : 10,
      chosenBytes: (rootId === 2 ? 9.6 : 27) * gigabytes,
      isListed: true,
      folders: [],
    }),
    service: { getFolder: ({ params: { folder_id: id } }) => ({ type: 'folder', id, ...folders[id] }) as never },
  });
  await openSettings(bridge);
  const account = section(page, 'Account');
  await expect(account).toContainText('41.2 GB of 100 GB used');
  await expect(account).toContainText('58.8 GB free');
  // A folder of someone else takes none of this person's space.
  await expect(account.getByRole('list', { name: 'Space by folder' }).getByRole('listitem')).toHaveText([
    'Studio27 GB',
    'Documents12.4 GB',
    'Other files, versions and Trash1.8 GB',
  ]);
  const synced = section(page, 'Synced folders');
  await expect(synced.getByRole('listitem', { name: 'Documents' })).toContainText('everything');
  await expect(synced.getByRole('listitem', { name: 'Studio' })).toContainText('9.6 GB of 27 GB on this computer');
  await expect(synced.getByRole('listitem', { name: 'Launch plan' }).locator('[data-file-type]')).toHaveAttribute(
    'data-file-type',
    'shared',
  );
  await bothSchemesAreSound(page);
});

test('a notification that is being saved keeps the keyboard, and is not changed twice', async ({ page, bridge }) => {
  await openSettings(bridge);
  const box = section(page, 'Notifications').getByRole('checkbox').first();
  const arrive = bridge.delay('settings.set');
  await box.press('Space');
  await expect.poll(saved(bridge, 'settings.set')).toHaveLength(1);
  await expect(box).toHaveAttribute('aria-readonly', 'true');
  await expect(box).toBeFocused();
  await page.keyboard.press('Space');
  arrive();
  await expect(box).not.toBeChecked();
  await expect(box).toBeFocused();
  expect(saved(bridge, 'settings.set')()).toHaveLength(1);
});

test('several notifications turned off in a row stay off', async ({ page, bridge }) => {
  await openSettings(bridge);
  const boxes = section(page, 'Notifications').getByRole('checkbox');
  const sent = saved(bridge, 'settings.set');
  for (const [index, kind] of ['invitation', 'mention', 'attention', 'drop_finished'].entries()) {
    await boxes.nth(index).press('Space');
    await expect.poll(sent).toHaveLength(index + 1);
    expect(sent().at(-1)).toEqual({ notifications: { [kind]: false } });
    await expect(boxes.nth(index)).not.toHaveAttribute('aria-readonly', 'true');
  }
  await expect(section(page, 'Notifications').getByRole('checkbox', { checked: true })).toHaveCount(1);
});

test('two limits of the delete guard set in a row are both kept', async ({ page, bridge }) => {
  await openSettings(bridge);
  bridge.answer({ 'guard.set': ({ items = 50, share = 0.25 }) => ({ items, share }) });
  const guard = section(page, 'Delete guard');
  const choose = async (field: string, option: string): Promise<void> => {
    await guard.getByRole('button', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Ask above this many files', '200 files');
  await choose('And above this share of a folder', '10 %');
  await expect.poll(saved(bridge, 'guard.set')).toEqual([{ items: 200 }, { share: 0.1 }]);
});

test('a lower limit of the trash asks before it deletes files; a higher one is set at once', async ({
  page,
  bridge,
}) => {
  await openSettings(bridge);
  const trash = section(page, 'Trash on this computer');
  const sent = saved(bridge, 'trash.local.setPolicy');
  const days = trash.getByRole('button', { name: 'Keep for' });
  const question = page.getByRole('dialog', { name: 'Keep less in the trash on this computer?' });
  await days.press('ArrowLeft');
  await expect(question).toContainText('more than 7 days ago are permanently deleted');
  expect(sent()).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(days).toContainText('30 days');
  await days.press('ArrowRight');
  await expect.poll(sent).toEqual([{ keepDays: 90 }]);
  await trash.getByRole('button', { name: 'Keep at most' }).click();
  await page.getByRole('option', { name: '10 GB', exact: true }).click();
  await expect(question).toContainText('until the rest takes at most 10 GB');
  expect(sent()).toHaveLength(1);
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(question).toBeHidden();
  expect(sent().at(-1)).toEqual({ keepBytes: 10_000_000_000 });
  await expect(trash).toContainText('Permanently deleted 2 items beyond these limits.');
});

test('a setting that is chosen in the palette is in view with the focus, also with Settings already open', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  bridge.answer(found());
  await openSettings(bridge, '#/home');
  const choose = async (label: string): Promise<void> => {
    const palette = await search(page, `> ${label}`);
    await expect(palette.getByRole('menuitem')).toHaveText([new RegExp(`^${label}`)]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
  };
  const isReached = async (id: string): Promise<void> => {
    const reached = page.locator(`#settings-${id}`);
    await expect(reached).toBeFocused();
    await expect(reached.getByRole('heading', { level: 2 })).toBeInViewport();
    await expect(page).toHaveURL(/#\/settings$/);
  };
  await choose('Bandwidth');
  await isReached('bandwidth');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('proxy');
  await expect(section(page, 'Bandwidth')).toBeHidden();
  await choose('Bandwidth');
  await isReached('bandwidth');
  await choose('Language');
  await isReached('appearance');
  await page.evaluate(() => {
    location.hash = '#/home';
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveCount(0);
  await choose('Trash on this computer');
  await isReached('trash');
});

test('each section of Settings is in the palette, by its heading', async ({ page, bridge }) => {
  bridge.answer(found());
  await openSettings(bridge);
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(headings.length).toBeGreaterThan(5);
  for (const heading of headings) {
    const palette = await search(page, `> ${heading}`);
    await expect(palette.getByRole('menuitem').filter({ hasText: heading }).first()).toContainText('Settings');
    await page.keyboard.press('Escape');
  }
});
