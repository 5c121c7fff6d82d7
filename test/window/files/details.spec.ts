import { expect } from '@playwright/test';
import { openTab, openTop, row } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { chosen } from '../../support/window/chosen.ts';
import type { Answers } from '../../support/window/fake-bridge.ts';
import { at, list, past } from '../../support/window/file-with-past.ts';
import { folderOf, listedFile, listedFolder, pathState } from '../../support/window/folder-answers.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

test('a rename of another person’s file does not make its version yours', async ({ page, bridge }) => {
  const renamed = { type: 'file', id: '1', version_number: '3', modified_at: at(4), modified_by: people.ann };
  const getFile = () => ({ ...renamed, uploader_display_name: people.bob.name }) as never;
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past, { service: { getFile } });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary', { name: 'Details of agreement.pdf' });
  await expect(panel.getByRole('tabpanel').getByRole('listitem').first()).toContainText('Carol Ito commented');
  await panel.getByRole('tab', { name: 'Activity' }).press('ArrowRight');
  await expect(panel.getByRole('tabpanel').getByRole('listitem').first()).toContainText('Version 3Bob MarshCurrent');
});

test('the details of a file tell who did what with it, and count its versions and comments', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past);
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary', { name: 'Details of agreement.pdf' });
  await expect(panel.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true');
  await expect(panel.getByRole('tabpanel').getByRole('listitem')).toContainText([
    'You uploaded version 3',
    'Carol Ito commented',
    'Bob Marsh renamed it from “agreement-final.pdf”',
    'Bob Marsh shared it with Dev Patel',
    'Bob Marsh uploaded version 2',
    'Bob Marsh added it',
  ]);
  await expect(panel.getByRole('tab', { name: 'Versions' })).toHaveText('Versions3');
  await expect(panel.getByRole('tab', { name: 'Comments' })).toHaveText('Comments1');
  await expect(panel).toContainText('2 kB · version 3');
  await bothSchemesAreSound(page);
  await panel.getByRole('tab', { name: 'Activity' }).press('ArrowRight');
  await expect(panel.getByRole('tabpanel').getByRole('listitem')).toContainText([
    /Version 3You, .*Current/,
    'Version 2Bob Marsh, ',
    'Version 1Bob Marsh, ',
  ]);
  await bothSchemesAreSound(page);
  await panel.getByRole('button', { name: 'Quick Look' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'agreement.pdf' })).toBeVisible();
});

test('a later rename does not change when a file was added, and by whom', async ({ page, bridge }) => {
  const renamed = { type: 'file', id: '1', version_number: '1', modified_at: at(4), modified_by: people.bob };
  const getFile = () => ({ ...renamed, created_at: at(80), created_by: people.bob }) as never;
  const service = { getFile, listVersions: () => list() };
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past, { service });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary', { name: 'Details of agreement.pdf' });
  await expect(panel.getByRole('tabpanel').getByRole('listitem')).toContainText([
    'Carol Ito commented',
    'Bob Marsh renamed it from “agreement-final.pdf”',
    'Bob Marsh shared it with Dev Patel',
    'Bob Marsh added it',
  ]);
});

test('each upload to a service that does not number versions has its line', async ({ page, bridge }) => {
  const upload = (id: string, minutesAgo: number, modified_by: object) =>
    ({ type: 'file_version', id, modified_at: at(minutesAgo), modified_by }) as const;
  const file = { ...upload('1', 4, people.ann), type: 'file', created_at: at(80), created_by: people.bob };
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past, {
    'activity.list': () => ({ entries: [], more: false }),
    service: {
      getFile: () => file as never,
      listVersions: () => list(upload('2', 70, people.carol), upload('1', 80, people.bob)),
      listComments: () => list(),
      listFileCollaborations: () => list(),
    },
  });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary', { name: 'Details of agreement.pdf' });
  await expect(panel.getByRole('tabpanel').getByRole('listitem')).toContainText([
    'You uploaded a new version',
    'Carol Ito uploaded a new version',
    'Bob Marsh added it',
  ]);
});

test('Sharing shows the link as the service has it now, not as the list had it', async ({ page, bridge }) => {
  const shared_link = {
    url: 'https://files.example.com/s/8fKq2v',
    access: 'open',
    effective_access: 'open',
    is_password_enabled: false,
    download_count: 0,
    preview_count: 0,
    permissions: { can_download: true, can_preview: true, can_edit: false },
  };
  const getFile = () => ({ type: 'file', id: '1', owned_by: people.ann, shared_link }) as never;
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), { service: { getFile } });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary', { name: 'Details of agreement.pdf' });
  await openTab(panel, 'Sharing');
  await expect(panel.getByRole('switch', { name: 'Link' })).toBeChecked();
});

test('the details of a folder say who added it', async ({ page, bridge }) => {
  await openTop(bridge, folderOf([listedFolder('20', 'Drafts')], [pathState('20')]), {
    service: {
      getFolder: ({ params }) =>
        ({
          ...listedFolder(params.folder_id, 'Drafts'),
          created_at: at(90),
          created_by: people.carol,
          owned_by: people.ann,
          path_collection: { total_count: 0, entries: [] },
          item_collection: { total_count: 1, entries: [] },
        }) as never,
    },
  });
  await row(page, 'Drafts').press('Control+Space');
  const panel = page.getByRole('complementary', { name: 'Details of Drafts' });
  await expect(panel.getByRole('tabpanel').getByRole('listitem')).toContainText(['Carol Ito added it']);
});

test('the tabs that do not fit into the panel are in a menu, and a chosen one is in the strip', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past, {
    service: { listWebhooks: () => list() },
  });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('tab', { name: 'Comments' })).toHaveText('Comments1');
  const strip = panel.getByRole('tablist');
  const isWhole = (): Promise<boolean> =>
    strip.evaluate((list) => {
      const { right } = (list.parentElement ?? list).getBoundingClientRect();
      return [...list.children].every((tab) => tab.getBoundingClientRect().right <= right);
    });
  for (const name of ['Preview', 'Webhooks', 'Activity']) {
    await openTab(panel, name);
    await expect(panel.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expect.poll(isWhole, name).toBe(true);
  }
  await bothSchemesAreSound(page);
});

test('a comment is answered with the keyboard alone, and the answers stand below it', async ({ page, bridge }) => {
  const said = { type: 'comment', created_by: people.carol, created_at: at(20), is_reply_comment: false } as const;
  const comments: object[] = [
    { ...said, id: '1', message: 'Clause 4 still names the old site.', item: { type: 'file', id: '1' } },
    { ...said, id: '2', message: 'Who signs?', item: { type: 'file', id: '1' } },
  ];
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past, {
    service: {
      listComments: () => list(...comments),
      createComment: ({ body }) => {
        const { item, message } = body;
        comments.push({ ...said, id: '3', created_by: people.ann, is_reply_comment: true, item, message });
        return { type: 'comment', id: '3' };
      },
    },
  });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary');
  await openTab(panel, 'Comments');
  const reply = panel.getByRole('button', { name: 'Reply to Carol Ito' }).first();
  await reply.press('Enter');
  const box = panel.getByRole('textbox', { name: /^Reply/ });
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(reply).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Fixed in version 3.');
  await bothSchemesAreSound(page);
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('list', { name: 'Replies to Carol Ito' }).getByRole('listitem')).toContainText([
    'Fixed in version 3.',
  ]);
  await expect(reply).toBeFocused();
  expect(bridge.asked.find(({ name }) => name === 'createComment')?.request).toMatchObject({
    body: { item: { type: 'comment', id: '1' }, message: 'Fixed in version 3.' },
  });
  await bothSchemesAreSound(page);
});

/** Deep enough to fill the header. */
const contracts: Answers = {
  service: {
    getFolder: ({ params }) =>
      ({
        ...listedFolder(params.folder_id, 'Contracts of the north harbour'),
        path_collection: {
          total_count: 6,
          entries: [
            'All files',
            'Harbour studio',
            'Clients and partners',
            'Harbour authority',
            'Site 2026',
            'Planning',
          ].map((name, level) => ({
            type: 'folder',
            id: `${level === 0 ? 0 : 40 + level}`,
            name,
            sequence_id: null,
            etag: null,
          })),
        },
        item_collection: { total_count: 2, entries: [] },
      }) as never,
  },
};

for (const language of ['en', 'de'] as const) {
  test(`no row moves when the details of the pressed one open, and a double press opens a folder (${language})`, async ({
    page,
    bridge,
  }) => {
    const entries = [
      listedFolder('20', 'Drafts'),
      listedFile('1', 'agreement.pdf', { modified_by: people.bob } as never),
    ];
    await chosen(page, { language });
    await openTop(bridge, folderOf(entries, [pathState('20'), pathState('1')]), past, contracts);
    for (const width of [1000, 1180, 1200, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const drafts = row(page, 'Drafts');
      await expect(drafts).toHaveAttribute('aria-selected', 'false');
      const before = await drafts.boundingBox();
      await drafts.click();
      await expect(drafts).toHaveAttribute('aria-selected', 'true');
      if (width >= 1200) await expect(page.getByRole('complementary').getByRole('tabpanel')).toBeVisible();
      const after = await drafts.boundingBox();
      expect([after?.y, after?.height], `${width} px`).toEqual([before?.y, before?.height]);
      await page.keyboard.press('Escape');
      await expect(drafts).toHaveAttribute('aria-selected', 'false');
      await drafts.dblclick();
      await expect(page).toHaveURL(/folder=20/);
      // That folder is drawn, with nothing selected in it.
      await expect(drafts).toHaveAttribute('aria-selected', 'false');
      await page.goBack();
    }
  });
}

test('a double press opens a folder where the details of the first press open under the pointer, and presses nothing of theirs', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openTop(bridge, folderOf([listedFolder('20', 'Drafts')], [pathState('20')]), past, contracts);
  const drafts = row(page, 'Drafts');
  const panel = page.getByRole('complementary');
  for (const fromRight of [40, 200, 460]) {
    await expect(drafts).toHaveAttribute('aria-selected', 'false');
    const box = await drafts.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - fromRight, (box?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.up();
    await expect(panel.getByRole('tabpanel')).toBeVisible();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page).toHaveURL(/folder=20/);
    await expect(drafts).toHaveAttribute('aria-selected', 'false');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
  }
  await drafts.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page, 'a press of a key counts again').toHaveURL(/folder=20/);
});

const EDGE = 376;

test('the details stand at the edge of the window, as high as it, and what is above the rows fits beside them', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past, contracts);
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary');
  for (const width of [1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await panel.boundingBox()).toEqual({ x: width - EDGE, y: 0, width: EDGE, height: 900 });
    const above = page.getByRole('main').getByRole('button', { name: 'Upload' });
    for (const control of [above, page.getByRole('button', { name: 'New folder' }), page.getByRole('searchbox')]) {
      const box = await control.boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThan(width - EDGE);
    }
    await bothSchemesAreSound(page);
  }
});

test('where the details would leave too little of the list, they are a sheet: at its edge, and in a narrow window at the bottom', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past);
  await row(page, 'agreement.pdf').click();
  await expect(row(page, 'agreement.pdf')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await row(page, 'agreement.pdf').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const sheet = page.getByRole('dialog', { name: /agreement\.pdf/ });
  await expect(sheet.getByRole('tabpanel')).toBeVisible();
  await bothSchemesAreSound(page);
  expect(await sheet.boundingBox()).toMatchObject({ x: 1000 - EDGE, y: 0, width: EDGE });
  await page.setViewportSize({ width: 400, height: 860 });
  await expect(sheet).toBeVisible();
  await bothSchemesAreSound(page);
  const narrow = await sheet.boundingBox();
  expect(narrow).toMatchObject({ x: 0, width: 400 });
  expect(narrow?.y).toBeGreaterThan(100);
});

test('a new comment is written at the bottom of the panel, also below more comments than it has room for', async ({
  page,
  bridge,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const comment = (at: number) => ({ type: 'comment', id: `${at}`, message: `Clause ${at}`, created_by: people.carol });
  let comments = [comment(1)];
  await openTop(bridge, folderOf([listedFile('1', 'agreement.pdf')], [pathState('1')]), past, {
    service: { listComments: () => list(...comments) },
  });
  await row(page, 'agreement.pdf').click();
  const panel = page.getByRole('complementary');
  await openTab(panel, 'Comments');
  const send = panel.getByRole('button', { name: 'Comment', exact: true });
  const isAtBottom = async (): Promise<boolean> => {
    const box = await send.boundingBox();
    const end = (box?.y ?? 0) + (box?.height ?? 0);
    return end > 900 - 32 && end <= 900;
  };
  await expect(panel).toContainText('Clause 1');
  expect(await isAtBottom()).toBe(true);
  comments = Array.from({ length: 20 }, (_, at) => comment(at + 1));
  await bridge.reconnect();
  await expect(panel).toContainText('Clause 20');
  expect(await isAtBottom()).toBe(true);
  await bothSchemesAreSound(page);
  const last = panel.getByText('Clause 20');
  await last.scrollIntoViewIfNeeded();
  await last.click({ trial: true });
  const reply = panel.getByRole('button', { name: 'Reply to Carol Ito' }).last();
  await reply.focus();
  await reply.click({ trial: true });
});

test('the folders in the middle of a long path are in a menu, and the first and the last in the path', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf([]), contracts);
  const path = page.getByRole('navigation', { name: 'Folders above' });
  await expect(path.getByRole('link')).toHaveText(['All files', 'Planning']);
  await bothSchemesAreSound(page);
  await path.getByRole('button', { name: 'Folders between' }).press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Harbour studio',
    'Clients and partners',
    'Harbour authority',
    'Site 2026',
  ]);
  await page.getByRole('menuitem', { name: 'Harbour authority' }).press('Enter');
  await expect(page).toHaveURL(/folder=43/);
});
