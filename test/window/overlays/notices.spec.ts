import { expect, type Locator, type Page } from '@playwright/test';
import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { english } from '../../../renderer/texts/en/english.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { chosen } from '../../support/window/chosen.ts';
import { type FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { keptNotices } from '../../support/window/kept-notices.ts';
import { now } from '../../support/window/status-states.ts';
import { idle } from '../../support/window/studio/home.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });
const entry = (page: Page, text: string): Locator =>
  page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text });

const entryOf = (atMs: number): ActivityEntry => ({
  id: 1,
  batch: 1,
  atMs,
  rootId: 1,
  kind: 'upload',
  side: 'remote',
  path: '',
  fromPath: null,
  itemKind: 'file',
  bytes: 1_000,
  sentence: '',
  rule: 'P2',
  by: null,
  undo: 'possible',
});

async function notify(bridge: FakeBridge): Promise<ReturnType<typeof keptNotices>> {
  const notices = keptNotices(bridge);
  const notice = { kind: 'drop_finished', title: 'Upload finished' } as const;
  await notices.tell({ ...notice, id: 'a', body: '212 files are in Photos.' });
  await notices.tell({ ...notice, id: 'b', body: '3 files are in Plans.' });
  return notices;
}

test('those that an earlier version kept in the window, of any account, are removed', async ({ page, bridge }) => {
  bridge.answer(idle);
  await bridge.open('#/home');
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tandem.notices')));
  await page.evaluate(() => {
    for (const key of ['tandem.notices', 'tandem.notices.invitations']) localStorage.setItem(key, '[]');
  });
  expect(await kept()).toHaveLength(2);
  await page.reload();
  await expect(bell(page)).toBeVisible();
  expect(await kept()).toEqual([]);
});

test('a delete is undone among the notifications, until a day has passed', async ({ page, bridge }) => {
  const deleted = {
    ...entryOf(now - 3_600_000),
    kind: 'trash-local',
    side: 'local',
    path: 'Photos/old.jpg',
    by: people.bob,
  } as const;
  bridge.answer(idle);
  bridge.answer({
    'activity.list': ({ kinds }) => ({
      entries: kinds === undefined ? [] : [deleted, { ...deleted, id: 2, batch: 2, atMs: now - 2 * 86_400_000 }],
      more: false,
    }),
    'activity.undo': () => ({ undone: 1, batch: 2, refused: [] }),
  });
  await bridge.open('#/home');
  await notify(bridge);
  await bell(page).press('Enter');
  const line = entry(page, 'Bob Marsh moved old.jpg from Photos to Trash');
  await bothSchemesAreSound(page);
  await line.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(line).toContainText('Undone');
  expect(bridge.asked.filter(({ name }) => name === 'activity.undo')).toMatchObject([{ request: { id: 1 } }]);
});

test('Undo among the notifications brings back the deletes of a batch, and nothing else of it', async ({
  page,
  bridge,
}) => {
  const deleted = { ...entryOf(now), kind: 'trash-local', side: 'local', batch: 12, by: people.bob } as const;
  const deletes = [deleted, { ...deleted, id: 2 }].map((one) => ({ ...one, path: `Photos/${one.id}.jpg` }));
  bridge.answer(idle);
  bridge.answer({
    'activity.list': ({ kinds }) => ({ entries: kinds === undefined ? [] : deletes, more: false }),
    'activity.undo': () => ({ undone: 2, batch: 13, refused: [] }),
  });
  await bridge.open('#/home');
  await bell(page).press('Enter');
  const line = entry(page, 'Bob Marsh moved 2 files from Photos to Trash');
  await line.getByRole('button', { name: 'Undo: 2 files' }).press('Enter');
  await expect(line).toContainText('Undone');
  const kinds = ['trash-remote', 'trash-local', 'resolve'];
  expect(bridge.asked.filter(({ name }) => name === 'activity.undo').map(({ request }) => request)).toEqual([
    { batch: 12, kinds, part: { most: 25 } },
  ]);
});

const said = {
  en: {
    moved: '/home/ann/Plans is now at /srv/Plans “old”. Tandem keeps syncing it there.',
    invited: 'Carol Ito invites you to Harbour House',
  },
  de: {
    moved: '/home/ann/Plans liegt jetzt unter /srv/Plans “old”. Tandem synchronisiert den Ordner dort weiter.',
    invited: 'Carol Ito lädt Sie zu Harbour House ein',
  },
} as const;

for (const language of ['en', 'de'] as const) {
  test(`names of people and items are in bold among the notifications (${language})`, async ({ page, bridge }) => {
    await chosen(page, { language });
    bridge.answer(idle);
    await bridge.open('#/home');
    const args = { before: '/home/ann/Plans', now: '/srv/Plans “old”' };
    await keptNotices(bridge).tell({
      id: 'a',
      kind: 'attention',
      title: { code: 'root_moved', args: {} },
      body: { code: 'root_moved_details', args },
    });
    await page
      .getByRole('button', { name: { en: /^Notifications/, de: /^Benachrichtigungen/ }[language] })
      .press('Enter');
    const lines = page.getByRole('dialog').getByRole('listitem');
    const moved = lines.filter({ hasText: said[language].moved });
    const invited = lines.filter({ hasText: said[language].invited });
    await expect(moved.locator('bdi')).toHaveText([args.before, args.now]);
    await expect(invited.locator('bdi')).toHaveText([people.carol.name, 'Harbour House']);
    await expect(invited.locator('bdi').first()).toHaveCSS('font-weight', '600');
    await bothSchemesAreSound(page);
  });
}

test('the list of notifications leads to their settings', async ({ page, bridge }) => {
  bridge.answer(idle);
  await bridge.open('#/home');
  await bell(page).press('Enter');
  await expect(page.getByRole('link', { name: 'Notification settings' })).toHaveAttribute(
    'href',
    '#/settings?section=notifications',
  );
});

test('notifications are marked as read, one by one or all at once', async ({ page, bridge }) => {
  bridge.answer(idle);
  await bridge.open('#/home');
  const notices = await notify(bridge);
  await bell(page).press('Enter');
  await expect(entry(page, '212 files')).toContainText('Unread');
  await bothSchemesAreSound(page);
  await entry(page, '212 files').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');

  await page.reload();
  await notices.send();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');
  await bell(page).press('Enter');
  await expect(entry(page, '212 files')).not.toContainText('Unread');
  await expect(entry(page, '3 files')).toContainText('Unread');
  await page.getByRole('button', { name: 'Mark all read' }).press('Enter');
  await expect(entry(page, 'Unread')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark all read' })).toHaveCount(0);
  // A pending invitation is read too, and can still be answered.
  await expect(entry(page, 'Harbour House').getByRole('button', { name: 'Accept' })).toBeVisible();
  await bothSchemesAreSound(page);

  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(bridge.asked.filter(({ name }) => name === 'notice.markRead').map(({ request }) => request)).toMatchObject([
    { ids: ['a'] },
    { ids: ['b'], invitations: [expect.any(String)] },
  ]);
});

test('the gear among the notifications leads to Settings and closes them', async ({ page, bridge }) => {
  bridge.answer(idle);
  const limits = { bytesPerSecond: null, hours: [] };
  bridge.answer({
    'bandwidth.get': () => ({ up: limits, down: limits }),
    'ignore.get': () => ({ lines: [] }),
    'guard.get': () => ({ items: 50, share: 0.25 }),
    'held.list': () => [],
    'trash.local.policy': () => ({ keepDays: 30, keepBytes: null }),
  });
  await bridge.open('#/home');
  await bell(page).press('Enter');
  await page.getByRole('link', { name: english.frame.noticeSettings }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const width of [1440, 1100]) {
  test(`a mention is among the notifications and leads to the comments of its file, at ${width} px`, async ({
    page,
    bridge,
  }) => {
    await page.setViewportSize({ width, height: 860 });
    bridge.answer(idle);
    bridge.answer(folderOf([listedFile('76', 'other.txt'), listedFile('77', 'plan.txt')], []));
    bridge.answer({
      service: {
        getFile: () => ({ ...listedFile('77', 'plan.txt'), parent: { type: 'folder', id: '0' } }) as never,
        listComments: () => ({ entries: [], total_count: 0 }) as never,
        listTasks: () => ({ entries: [], total_count: 0 }) as never,
      },
    });
    await bridge.open('#/home');
    const title = { code: 'mention', args: { from: 'Bob Marsh', item: 'plan.txt', what: 'comment' } } as const;
    const place = '/files?file=77&details=comments' as const;
    const notices = keptNotices(bridge);
    const notice = { kind: 'mention', title, place } as const;
    for (const id of ['a', 'b']) await notices.tell({ ...notice, id, body: `@Ann look at this, ${id}.` });
    const comments = page.getByRole('tab', { name: 'Comments' });
    for (const id of ['a', 'b']) {
      await bell(page).press('Enter');
      const line = entry(page, `look at this, ${id}.`);
      await expect(line).toContainText('Bob Marsh mentioned you on plan.txt');
      await bothSchemesAreSound(page);
      await line.getByRole('link', { name: /mentioned you/ }).click();
      await expect(comments).toHaveAttribute('aria-selected', 'true');
      await expect(page).toHaveURL(/#\/files\?folder=0&file=77$/);
      // Another tab, or another file, must not keep the next link from its own.
      await page.getByRole('tab', { name: 'Activity' }).click();
      // In a window that is not wide, the details are a sheet above everything.
      if (width < 1200) await page.keyboard.press('Escape');
    }
  });
}

for (const width of [1440, 400]) {
  test(`Reply at a mention leads to the comment field of its file, with the mention in it, at ${width} px`, async ({
    page,
    bridge,
  }) => {
    await page.setViewportSize({ width, height: 860 });
    bridge.answer(idle);
    bridge.answer(folderOf([listedFile('76', 'other.txt'), listedFile('77', 'plan.txt')], []));
    bridge.answer({
      service: {
        getFile: () => ({ ...listedFile('77', 'plan.txt'), parent: { type: 'folder', id: '0' } }) as never,
        listComments: () => ({ entries: [], total_count: 0 }) as never,
        listTasks: () => ({ entries: [], total_count: 0 }) as never,
        createComment: () => ({ id: '1', type: 'comment' }),
      },
    });
    await bridge.open('#/home');
    const { id, name } = people.bob;
    const title = { code: 'mention', args: { from: name, item: 'plan.txt', what: 'comment' } } as const;
    const notices = keptNotices(bridge);
    const place = '/files?file=77&details=comments' as const;
    await notices.tell({ id: 'a', kind: 'mention', title, body: '@Ann look at this.', place, by: { id, name } });
    const box = page.getByRole('textbox', { name: /^Comment \(@/ });
    await bell(page).press('Enter');
    await expect(entry(page, 'look at this')).toContainText('BM');
    await bothSchemesAreSound(page);
    await entry(page, 'look at this').getByRole('link', { name: 'Reply to Bob Marsh' }).click();
    await expect(box).toBeFocused();
    await page.keyboard.type('I did.');
    await expect(box).toHaveValue('@Bob Marsh I did.');
    // Text that is already typed stays.
    if (width < 640) await page.keyboard.press('Escape');
    await bell(page).press('Enter');
    await entry(page, 'look at this').getByRole('link', { name: 'Reply to Bob Marsh' }).press('Enter');
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('@Bob Marsh I did.');
    // Bob has access through a group, so no collaboration names him.
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(box).toHaveValue('');
    expect(bridge.asked.find((request) => request.name === 'createComment')?.request).toMatchObject({
      body: { item: { type: 'file', id: '77' }, tagged_message: `@[${id}:Bob Marsh] I did.` },
    });
  });
}

test('a Reply whose file did not open is not begun later', async ({ page, bridge }) => {
  bridge.answer(idle);
  bridge.answer(folderOf([listedFile('77', 'plan.txt')], []));
  bridge.answer({
    service: {
      getFile: () => ({ ...listedFile('77', 'plan.txt'), parent: { type: 'folder', id: '0' } }) as never,
      listComments: () => ({ entries: [], total_count: 0 }) as never,
      listTasks: () => ({ entries: [], total_count: 0 }) as never,
    },
  });
  await bridge.open('#/home');
  const { id, name } = people.bob;
  const title = { code: 'mention', args: { from: name, item: 'plan.txt', what: 'comment' } } as const;
  const place = '/files?file=77&details=comments' as const;
  await keptNotices(bridge).tell({ id: 'a', kind: 'mention', title, body: '@Ann look.', place, by: { id, name } });
  bridge.refuseNext('getFile', { code: 'not_found', message: 'Not found.', remedy: '' });
  await bell(page).press('Enter');
  await entry(page, 'look').getByRole('link', { name: 'Reply to Bob Marsh' }).press('Enter');
  await page.getByRole('link', { name: 'All files' }).click();
  await page.getByRole('row', { name: /plan\.txt/ }).click();
  await page.getByRole('tab', { name: 'Comments' }).click();
  await expect(page.getByRole('textbox', { name: /^Comment \(@/ })).toHaveValue('');
});

test('the desktop app, whose shell shows notifications, asks no browser for them', async ({ page, bridge }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'Notification', { value: { permission: 'default' } }));
  await chosen(page, { browserNotices: 'on' });
  bridge.answer(idle);
  await bridge.open('#/home');
  await expect(page.locator('html')).toHaveAttribute('data-browser-notices', 'on');
  expect(await page.evaluate(() => Notification.permission)).toBe('default');
  await expect(page.getByRole('region', { name: 'Notifications are off' })).toHaveCount(0);
});

test('in a narrow window Search and the bell stand on the line of the page title, below a banner', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  bridge.answer(idle);
  await bridge.open('#/home');
  await bridge.disconnect();
  const banner = page.getByRole('main').getByText(`${english.connection.lost}.`);
  await expect(banner).toBeVisible();
  const [title, above] = [page.getByRole('heading', { level: 1 }), banner.locator('..')] as const;
  for (const button of [page.getByRole('button', { name: 'Search' }), bell(page)]) {
    const [at, under, beside] = await Promise.all([button, above, title].map((part) => part.boundingBox()));
    expect(at?.y).toBeGreaterThanOrEqual((under?.y ?? Number.NaN) + (under?.height ?? 0));
    expect(at?.y).toBeLessThan((beside?.y ?? Number.NaN) + (beside?.height ?? 0));
  }
});
