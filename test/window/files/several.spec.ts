import { expect, type Page } from '@playwright/test';
import { openTop, row, selectAll, selectionBar, tick } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

/** Several selected rows are shared in one dialog, and their links copied together. */

const linked = (url: string) => ({ shared_link: { url, access: 'open' } }) as never;
const bookmark = { type: 'web_link', id: '9', etag: '1', name: 'Building code', url: 'https://example.com/code' };
const folder = folderOf([
  listedFolder('20', 'Drafts', linked('https://files.example.com/s/drafts')),
  listedFile('1', 'signed.pdf', linked('https://files.example.com/s/signed')),
  listedFile('2', 'budget.xlsx'),
  listedFile('3', 'secret.pdf', { permissions: { can_share: false } } as never),
  bookmark as never,
]);
const known = {
  service: { listUsers: () => ({ entries: [people.carol], total_count: 1, limit: 6, offset: 0 }) as never },
};

async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await tick(row(page, name));
}

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('Copy link copies the links of the selected rows, one a line, and names those without', async ({
  page,
  bridge,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTop(bridge, folder);
  await choose(page, 'Drafts', 'signed.pdf', 'Building code', 'budget.xlsx');
  await selectionBar(page, 4).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    '3 links copied. “budget.xlsx” has no shared link. Create one with Share.',
  );
  expect(await clipboard(page)).toBe(
    ['https://files.example.com/s/drafts', 'https://files.example.com/s/signed', 'https://example.com/code'].join('\n'),
  );
  await choose(page, 'secret.pdf', 'Drafts', 'Building code');
  await row(page, 'secret.pdf').press('Control+c');
  await expect(page.getByRole('alert')).toHaveText(
    '1 link copied. 2 items have no shared link (“budget.xlsx”, “secret.pdf”).',
  );
  expect(await clipboard(page)).toBe('https://files.example.com/s/signed');
  await choose(page, 'signed.pdf');
  await expect(selectionBar(page, 2).getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  await row(page, 'secret.pdf').press('Control+c');
  await expect(page.getByRole('alert')).toHaveText('2 items have no shared link (“budget.xlsx”, “secret.pdf”).');
});

test('Copy link of a row without a link creates one that grants no one new access, and says who can open it', async ({
  page,
  bridge,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const link = {
    url: 'https://files.example.com/s/budget',
    access: 'collaborators',
    effective_access: 'collaborators',
  };
  await openTop(bridge, folder, {
    service: { updateFile: ({ body }) => ({ id: '2', type: 'file', shared_link: body?.shared_link && link }) as never },
  });
  await row(page, 'budget.xlsx').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Created and copied a link. Only people with access can open it.');
  expect(await clipboard(page)).toBe('https://files.example.com/s/budget');
  await page.getByRole('button', { name: 'Undo' }).click();
  const sent = () => bridge.asked.filter(({ name }) => name === 'updateFile').map(({ request }) => request);
  await expect.poll(sent).toEqual([
    { params: { file_id: '2' }, body: { shared_link: { access: 'collaborators' } } },
    { params: { file_id: '2' }, body: { shared_link: null } },
  ]);
  await row(page, 'signed.pdf').press('Control+c');
  await expect(page.getByRole('alert')).toHaveText('Link copied. Anyone with the link can view.');
  await row(page, 'secret.pdf').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toHaveCount(0);
});

test('links of the private service say that they open only on this computer', async ({ page, bridge, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const own = (id: string) => linked(`http://tandem.invalid/s/${id}`);
  const here = [listedFile('1', 'a.pdf', own('a')), listedFile('2', 'b.pdf', own('b')), listedFile('3', 'c.pdf')];
  const created = { url: 'http://tandem.invalid/s/c', access: 'collaborators', effective_access: 'collaborators' };
  await openTop(bridge, folderOf([...here, bookmark as never]), {
    service: { updateFile: () => ({ id: '3', type: 'file', shared_link: created }) as never },
  });
  await row(page, 'a.pdf').press('Control+c');
  await expect(page.getByRole('alert')).toHaveText('Link copied. It opens only on this computer.');
  await row(page, 'c.pdf').press('Control+c');
  await expect(page.getByRole('alert')).toHaveText('Created and copied a link. It opens only on this computer.');
  await choose(page, 'a.pdf', 'b.pdf');
  await row(page, 'a.pdf').press('Control+c');
  await expect(page.getByRole('alert')).toHaveText('2 links copied. They open only on this computer.');
  await choose(page, 'Building code');
  await row(page, 'a.pdf').press('Control+c');
  await expect(page.getByRole('alert')).toHaveText('3 links copied. 2 of them open only on this computer.');
});

test('links that the browser does not let copy say so and how to allow it, for one row and for several', async ({
  page,
  bridge,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Write permission denied.'));
  });
  await openTop(bridge, folder);
  const refused = 'Nothing was copied. Allow this window to use the clipboard, and try again.';
  await row(page, 'signed.pdf').press('Control+c');
  await expect(page.getByRole('alert')).toHaveText(refused);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await choose(page, 'Drafts', 'signed.pdf');
  await selectionBar(page, 2).getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('alert')).toHaveText(refused);
});

test('a link that was created but not copied says so, with Undo, and a held key creates it once', async ({
  page,
  bridge,
}) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new Error('Write permission denied.'));
    Object.assign(navigator.clipboard, { write: refuse, writeText: refuse });
  });
  const link = { url: 'https://files.example.com/s/budget', access: 'collaborators' };
  await openTop(bridge, folder, {
    service: { updateFile: ({ body }) => ({ id: '2', type: 'file', shared_link: body?.shared_link && link }) as never },
  });
  const create = { params: { file_id: '2' }, body: { shared_link: { access: 'collaborators' } } };
  const sent = () => bridge.asked.filter(({ name }) => name === 'updateFile').map(({ request }) => request);
  await row(page, 'budget.xlsx').focus();
  await page.keyboard.down('Control');
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('c');
  await page.keyboard.up('c');
  await page.keyboard.up('Control');
  await expect(page.getByRole('alert')).toHaveText(
    'Created the link, but couldn’t copy it. Allow this window to use the clipboard, and try again.',
  );
  expect(sent()).toEqual([create]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(sent).toEqual([create, { params: { file_id: '2' }, body: { shared_link: null } }]);
});

test('Share invites a person to all selected items; each says what became of it, and which can’t be shared', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, known, { service: { createCollaboration: () => ({ id: '1' }) as never } });
  await choose(page, 'Drafts', 'budget.xlsx', 'secret.pdf', 'Building code');
  await selectionBar(page, 4).getByRole('button', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share 4 items' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Drafts',
    'budget.xlsx',
    'secret.pdfCan’t be shared with people',
    'Building codeCan’t be shared with people',
  ]);
  await dialog.getByRole('combobox').fill('carol@harbour.studio');
  const has = { code: 'user_already_collaborator', message: 'Carol Ito has access already.', remedy: '' };
  bridge.refuseNext('createCollaboration', has);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(dialog.getByRole('listitem').first()).toHaveText('DraftsCarol Ito has access already.');
  // Nothing is wrong with it.
  await expect(dialog.getByText('Carol Ito has access already.')).not.toHaveClass(/text-bad/);
  await expect(dialog.getByRole('listitem').nth(1)).toHaveText('budget.xlsxInvited');
  await expect(page.getByRole('alert')).toHaveText('Invitation sent for 1 of 2 items.');
  const sent = bridge.asked.filter(({ name }) => name === 'createCollaboration').map(({ request }) => request);
  expect(sent).toEqual(
    ['folder 20', 'file 2'].map((item) => ({
      body: {
        item: { type: item.split(' ')[0], id: item.split(' ')[1] },
        accessible_by: { type: 'user', login: 'carol@harbour.studio' },
        role: 'editor',
      },
    })),
  );
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await bothSchemesAreSound(page);
  }
});

test('the dialog of several items creates their missing links and copies all of them', async ({
  page,
  bridge,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTop(bridge, folder, known, {
    service: { updateFile: ({ params }) => ({ type: 'file', id: params.file_id }) as never },
  });
  await choose(page, 'signed.pdf', 'budget.xlsx');
  await row(page, 'budget.xlsx').press('Control+Shift+S');
  const dialog = page.getByRole('dialog', { name: 'Share 2 items' });
  await expect(dialog.getByRole('heading', { name: 'Links for 1 of 2 items' })).toBeVisible();
  bridge.answer(
    folderOf([
      listedFolder('20', 'Drafts', linked('https://files.example.com/s/drafts')),
      listedFile('1', 'signed.pdf', linked('https://files.example.com/s/signed')),
      listedFile('2', 'budget.xlsx', linked('https://files.example.com/s/budget')),
    ]),
  );
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('alert')).toHaveText('1 link created.');
  expect(bridge.asked.find(({ name }) => name === 'updateFile')?.request).toMatchObject({
    params: { file_id: '2' },
    body: { shared_link: { access: 'collaborators' } },
  });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('alert')).toHaveText('2 links copied.');
  expect(await clipboard(page)).toBe('https://files.example.com/s/signed\nhttps://files.example.com/s/budget');
  await page.keyboard.press('Escape');
  await expect(row(page, 'budget.xlsx')).toBeFocused();
});

test('more items than one dialog can share are not offered to it', async ({ page, bridge }) => {
  await openTop(bridge, folderOf(Array.from({ length: 101 }, (_, at) => listedFile(`${at}`, `file ${at}.pdf`))));
  await selectAll(page).click();
  await expect(selectionBar(page, 101).getByRole('button', { name: 'Download' })).toBeVisible();
  await expect(selectionBar(page, 101).getByRole('button', { name: 'Share…' })).toHaveCount(0);
  await tick(row(page, 'file 0.pdf'));
  await expect(selectionBar(page, 100).getByRole('button', { name: 'Share…' })).toBeVisible();
});

test('a row that arrives above leaves the focus on its row, and Ctrl+C copies the link of that one', async ({
  page,
  bridge,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const files = [
    listedFile('1', 'signed.pdf', linked('https://files.example.com/s/signed')),
    listedFile('2', 'site.dwg', linked('https://files.example.com/s/site')),
  ];
  await openTop(bridge, folderOf(files), known);
  await row(page, 'signed.pdf').click();
  bridge.answer(folderOf([listedFile('3', 'arrived.pdf', linked('https://files.example.com/s/arrived')), ...files]));
  await bridge.reconnect();
  await expect(row(page, 'arrived.pdf')).toBeVisible();
  await expect(row(page, 'signed.pdf')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 'signed.pdf')).toBeFocused();
  await page.keyboard.press('Control+c');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await clipboard(page)).toBe('https://files.example.com/s/signed');
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'site.dwg')).toHaveAttribute('aria-selected', 'true');
});

test('many items go to Trash with progress; one that is refused stops no other, and Stop ends it with its undo', async ({
  page,
  bridge,
}) => {
  const many = Array.from({ length: 60 }, (_, at) => listedFile(`${at}`, `file ${at}.pdf`));
  await openTop(bridge, folderOf(many), {
    service: {
      deleteFile: ({ params }) => {
        if (params.file_id === '2')
          bridge.refuseNext('deleteFile', { code: 'locked', message: 'It is locked.', remedy: '' });
        return undefined as never;
      },
      restoreFile: ({ params }) => listedFile(params.file_id, 'back.pdf') as never,
    },
  });
  const asked = (name: string): number => bridge.asked.filter((one) => one.name === name).length;
  const first = bridge.delay('deleteFile');
  await selectAll(page).click();
  await selectionBar(page, 60).getByRole('button', { name: 'Move to Trash' }).click();
  const toast = page.getByRole('alert');
  await expect(toast).toContainText('Moving 60 items to Trash…');
  await expect.poll(() => asked('deleteFile')).toBe(8);
  const others = bridge.delay('deleteFile');
  first();
  await expect.poll(() => asked('deleteFile')).toBe(16);
  const progress = page.getByRole('progressbar', { name: 'Moving 60 items to Trash…' });
  await expect(progress).toHaveAttribute('aria-valuenow', '13');
  await bothSchemesAreSound(page);
  // Dismissing the toast would remove the only way to stop it.
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  others();
  await expect(toast).toContainText('Moved 15 items to Trash. Can’t delete “file 3.pdf”. It is locked.');
  expect(asked('deleteFile')).toBe(16);
  await expect(selectionBar(page, 45)).toBeVisible();
  const restored = bridge.delay('restoreFile');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => asked('restoreFile')).toBe(8);
  const undoing = page.getByRole('alertdialog').filter({ hasText: 'Undoing this for 15 items…' });
  await undoing.getByRole('button', { name: 'Stop' }).click();
  restored();
  await expect(undoing).toHaveCount(0);
  await expect(toast).toContainText('Undid this for 8 of 15 items.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => asked('restoreFile')).toBe(15);
});

test('the question of a copy of many closes as it begins, and Stop ends the copy', async ({ page, bridge }) => {
  const many = Array.from({ length: 60 }, (_, at) => listedFile(`${at}`, `file ${at}.pdf`));
  await openTop(bridge, folderOf(many), {
    service: { copyFile: ({ params }) => listedFile(params.file_id, 'copy.pdf') as never },
  });
  const asked = (): number => bridge.asked.filter(({ name }) => name === 'copyFile').length;
  await selectAll(page).click();
  await row(page, 'file 1.pdf').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy…' }).click();
  const arrive = bridge.delay('copyFile');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy here' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Copying 60 items to “All files”…' })).toBeVisible();
  await expect.poll(asked).toBe(8);
  await page.getByRole('button', { name: 'Stop' }).click();
  arrive();
  await expect(page.getByRole('alert')).toContainText('Copied 8 items to “All files”.');
  expect(asked()).toBe(8);
});

test('a copy of a few items that takes a while shows its progress', async ({ page, bridge }) => {
  const few = ['a', 'b', 'c'].map((id) => listedFile(id, `${id}.pdf`));
  await openTop(bridge, folderOf(few), {
    service: { copyFile: ({ params }) => listedFile(params.file_id, 'copy.pdf') as never },
  });
  await selectAll(page).click();
  await row(page, 'a.pdf').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy…' }).click();
  const arrive = bridge.delay('copyFile');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy here' }).click();
  const progress = page.getByRole('progressbar', { name: 'Copying 3 items to “All files”…' });
  await expect(progress).toBeVisible();
  arrive();
  await expect(page.getByRole('alert')).toContainText('Copied 3 items to “All files”.');
  await expect(progress).toHaveCount(0);
});

test('work under way keeps its progress and its Stop while another result is shown', async ({
  page,
  bridge,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const many = Array.from({ length: 60 }, (_, at) => listedFile(`${at}`, `file ${at}.pdf`));
  const one = listedFile('one', 'a plan.pdf', linked('https://files.example.com/s/one'));
  await openTop(bridge, folderOf([one, ...many]), {
    service: { ...known.service, deleteFile: () => undefined as never },
  });
  const deleted = bridge.delay('deleteFile');
  await selectAll(page).click();
  await selectionBar(page, 61).getByRole('button', { name: 'Move to Trash' }).click();
  const working = page.getByRole('alertdialog').filter({ hasText: 'Moving 61 items to Trash…' });
  await expect(working).toBeVisible();
  await row(page, 'a plan.pdf').click();
  await page.keyboard.press('Control+c');
  const copied = page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
  await expect(copied).toBeVisible();
  await expect(working.getByRole('progressbar')).toBeVisible();
  await working.getByRole('button', { name: 'Stop' }).click();
  deleted();
  await expect(working).toHaveCount(0);
  await expect(copied).toContainText('Moved 8 items to Trash.');
  await expect(copied.getByRole('button', { name: 'Undo' })).toBeVisible();
});
