import { expect, type Locator, type Page } from '@playwright/test';
import { openTop, row, shareButton, tick } from '../../support/browser/files-page.ts';
import type { Answers } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { files, shared } from '../../support/window/studio/files.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

async function openShare(page: Page, name: string) {
  await row(page, name).hover();
  await shareButton(row(page, name), name).click();
  const dialog = page.getByRole('dialog', { name: `Share “${name}”` });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('the share dialog says since when an invitation waits, in days', async ({ page, bridge }) => {
  bridge.answer(files);
  bridge.answer(shared);
  await bridge.open('#/files?folder=16');
  const dialog = await openShare(page, 'Signed');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Elena Rossi' })).toContainText('Invited 2 days ago');
});

test('an item that is shared with no one lists you as its owner', async ({ page, bridge }) => {
  const nobody = { entries: [], limit: 200, next_marker: null } as never;
  bridge.answer(folderOf([listedFile('5', 'plan.dwg')]));
  bridge.answer({
    service: { listFileCollaborations: () => nobody, getFile: () => ({ type: 'file', id: '5' }) as never },
  });
  await bridge.open('#/files?folder=0');
  const dialog = await openShare(page, 'plan.dwg');
  await expect(dialog.getByRole('list', { name: 'People with access' }).getByRole('listitem')).toHaveText([
    /\(you\).*Owner$/,
  ]);
});

test('without the right to invite, there is no invitation and no role to choose, and you can end your own access', async ({
  page,
  bridge,
}) => {
  const me = people.ann;
  const viewer = (id: string, by: object) => ({
    type: 'collaboration',
    id,
    role: 'viewer',
    status: 'accepted',
    accessible_by: by,
  });
  const collaborations = { entries: [viewer('1', me), viewer('2', people.bob)], limit: 200, next_marker: null };
  const permissions = { can_share: true, can_invite_collaborator: false } as never;
  bridge.answer(folderOf([listedFile('5', 'plan.dwg', { permissions })]));
  bridge.answer({
    service: {
      listFileCollaborations: () => collaborations as never,
      getFile: () => ({ type: 'file', id: '5', owned_by: people.carol }) as never,
    },
  });
  await bridge.open('#/files?folder=0');
  const dialog = await openShare(page, 'plan.dwg');
  await expect(dialog.getByRole('list', { name: 'People with access' }).getByRole('listitem')).toHaveCount(3);
  await expect(dialog.getByRole('combobox', { name: 'Add people by name or email' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /Role of Bob Marsh/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: /Role of Ann Keller/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText([/Remove/]);
});

const rows = [
  { id: '1', role: 'editor', accessible_by: people.ann },
  { id: '2', role: 'viewer', accessible_by: people.bob },
  { id: '3', role: 'co-owner', accessible_by: people.dev },
  { id: '4', role: 'editor', accessible_by: { type: 'group', id: '21', name: 'Studio team' } },
].map((one) => ({ ...one, type: 'collaboration', status: 'accepted' }));

/** An item of Carol, to which these give access; those of its folder give access to all in it. */
const sharedBy = (access: readonly object[], inherited: readonly object[] = []): Answers => {
  const listOf = (all: readonly object[], query: { accessible_by?: string | undefined } = {}) => {
    const mine = all.filter((one) => ['11', '21'].includes(Object(one).accessible_by.id));
    return { entries: query.accessible_by === 'me' ? mine : all, limit: 200, next_marker: null } as never;
  };
  const path = { total_count: 2, entries: ['0', '7'].map((id) => ({ type: 'folder', id, name: id })) };
  return {
    service: {
      listFileCollaborations: ({ query }) => listOf(access, query),
      listFolderCollaborations: ({ query }) => listOf(inherited, query),
      getFile: () => ({ type: 'file', id: '5', owned_by: people.carol, path_collection: path }) as never,
      listGroupMemberships: () => ({ entries: [], total_count: 6, limit: 1, offset: 0 }) as never,
    },
  };
};

const roleOf = (dialog: Locator, name: string) => dialog.getByRole('button', { name: new RegExp(`Role of ${name}`) });

test('an editor is offered no change that only the owner and co-owners may make', async ({ page, bridge }) => {
  bridge.answer(folderOf([listedFile('5', 'plan.dwg')]));
  bridge.answer(sharedBy(rows));
  await bridge.open('#/files?folder=0');
  const dialog = await openShare(page, 'plan.dwg');
  const entries = page.getByRole('menuitem').or(page.getByRole('menuitemradio'));
  await expect(roleOf(dialog, 'Dev Patel')).toHaveCount(0);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Dev Patel' })).toContainText('Co-owner');
  for (const name of ['Ann Keller', 'Studio team']) {
    await roleOf(dialog, name).click();
    await expect(entries).toHaveText([/Remove/]);
    await page.keyboard.press('Escape');
  }
  await roleOf(dialog, 'Bob Marsh').click();
  await expect(entries).toHaveCount(7);
  await expect(entries.filter({ hasText: 'Co-owner' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Can edit Role', exact: true }).click();
  await expect(page.getByRole('option')).toHaveCount(6);
  await expect(page.getByRole('option', { name: /Co-owner/ })).toHaveCount(0);
});

test('where the service does not say which groups are yours, an editor is offered roles for a group', async ({
  page,
  bridge,
}) => {
  const all = { entries: rows, limit: 200, next_marker: null } as never;
  bridge.answer(folderOf([listedFile('5', 'plan.dwg')]));
  bridge.answer(sharedBy(rows));
  bridge.answer({ service: { listFileCollaborations: () => all } });
  await bridge.open('#/files?folder=0');
  const dialog = await openShare(page, 'plan.dwg');
  const entries = page.getByRole('menuitem').or(page.getByRole('menuitemradio'));
  await roleOf(dialog, 'Studio team').click();
  await expect(entries).toHaveCount(7);
  await expect(entries.filter({ hasText: 'Co-owner' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await roleOf(dialog, 'Ann Keller').click();
  await expect(entries).toHaveText([/Remove/]);
});

test('a co-owner of the folder above is offered every role', async ({ page, bridge }) => {
  const inherited = [{ ...rows[0], id: '9', role: 'co-owner' }];
  bridge.answer(folderOf([listedFile('5', 'plan.dwg')]));
  bridge.answer(sharedBy(rows.slice(1), inherited));
  await bridge.open('#/files?folder=0');
  const dialog = await openShare(page, 'plan.dwg');
  for (const name of ['Bob Marsh', 'Dev Patel', 'Studio team']) {
    await roleOf(dialog, name).click();
    await expect(page.getByRole('menuitem').or(page.getByRole('menuitemradio'))).toHaveCount(8);
    await page.keyboard.press('Escape');
  }
});

test('two items without links get “Create 2 links”', async ({ page, bridge }) => {
  bridge.answer(files);
  bridge.answer(shared);
  await bridge.open('#/files?folder=16');
  for (const name of ['kick-off.pptx', 'signing.jpg']) await tick(row(page, name));
  await page.keyboard.press('Control+Shift+S');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Create 2 links' })).toBeVisible();
});

test('in a narrow window nothing of the share dialog is clipped', async ({ page, bridge }) => {
  bridge.answer(files);
  bridge.answer(shared);
  await bridge.open('#/files?folder=16');
  const dialog = await openShare(page, 'Signed');
  await page.setViewportSize({ width: 400, height: 860 });
  const field = dialog.getByRole('combobox', { name: 'Add people by name or email' });
  const role = dialog.getByRole('button', { name: 'Can edit Role', exact: true });
  await expect
    .poll(async () => ((await role.boundingBox())?.y ?? 0) - ((await field.boundingBox())?.y ?? 0))
    .toBeGreaterThan(38);
  const access = dialog
    .getByRole('button', { name: /^Anyone with the link can view/ })
    .locator('span')
    .first();
  expect(await access.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);
  const values = dialog.getByText('No password · never expires · downloads on');
  expect((await values.boundingBox())?.height).toBeLessThan(20);
});

test('Share, by the keyboard alone: the people with their roles first, then the link with Copy', async ({
  page,
  bridge,
}) => {
  const folder = folderOf([listedFile('1', 'signed.pdf')]);
  bridge.answer(folder);
  const bob = { type: 'user', id: '8', name: 'Bob Marsh', login: 'bob@harbour.studio' };
  const carol = { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' };
  await openTop(bridge, {
    service: {
      getFile: () => ({ type: 'file', id: '1', owned_by: carol }) as never,
      listFileCollaborations: () =>
        ({
          entries: [{ type: 'collaboration', id: '1', role: 'editor', status: 'accepted', accessible_by: bob }],
        }) as never,
    },
  });
  await row(page, 'signed.pdf').press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Share…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share “signed.pdf”' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    'CICarol Itocarol@harbour.studioOwner',
    /^BMBob Marshbob@harbour\.studio/,
  ]);
  await expect(dialog.getByRole('button', { name: /Role of Bob Marsh/ })).toContainText('Can edit');
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row(page, 'signed.pdf')).toBeFocused();
});
