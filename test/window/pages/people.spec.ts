import { expect, type Locator } from '@playwright/test';
import { selectAll, selectionBar, tick } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound, outOfReach } from '../../support/window/accessibility.ts';
import { libraryAnswers } from '../../support/window/library-answers.ts';
import { test } from '../fake-window.ts';

for (const width of [1440, 400]) {
  test(`the tabs of People count their entries, and chips filter the accounts, at ${width} px`, async ({
    page,
    bridge,
  }) => {
    await page.setViewportSize({ width, height: 860 });
    bridge.answer(libraryAnswers());
    await bridge.open('#/people');
    await expect(page.getByRole('tab', { name: 'People' })).toHaveText('People4');
    await expect(page.getByRole('tab', { name: 'Groups' })).toHaveText('Groups1');
    const names = page.getByRole('grid').getByRole('rowheader');
    await expect(names).toHaveCount(4);
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Role' }).press('Enter');
    await page.getByRole('menuitem', { name: 'User', exact: true }).press('Enter');
    await expect(names).toHaveCount(2);
    await filters.getByRole('button', { name: 'Status' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Deactivated' }).press('Enter');
    await expect(names).toHaveCount(1);
    await expect(names).toContainText('Carol Ito');
    await bothSchemesAreSound(page);
    expect(await outOfReach(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await filters.getByRole('button', { name: /Status: Deactivated/ }).click();
    await filters.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Read only' }).click();
    await expect(page.getByText('Nothing matches', { exact: true })).toBeVisible();
  });
}

test('an administrator changes a role in its row, by keyboard too, and sees what all accounts use', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer({ service: { updateUser: () => ({ type: 'user', id: '9' }) as never } });
  await bridge.open('#/people');
  const main = page.getByRole('main');
  await expect(main.getByText('101 GB used')).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  // Nobody changes their own role.
  await expect(row('Ann Keller').getByRole('button', { name: /Role of/ })).toHaveCount(0);
  await row('Carol Ito').focus();
  const role = row('Carol Ito').getByRole('button', { name: 'User Role of Carol Ito' });
  await page.keyboard.press('Tab');
  await expect(role).toBeFocused();
  await page.keyboard.press('Enter');
  await bothSchemesAreSound(page);
  await page.getByRole('menuitemradio', { name: 'Co-administrator' }).press('Enter');
  await expect(page.getByText('Carol Ito is now: Co-administrator.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  const changes = () => bridge.asked.filter(({ name }) => name === 'updateUser').map(({ request }) => request);
  await expect.poll(changes).toEqual([
    { params: { user_id: '9' }, body: { role: 'coadmin' } },
    { params: { user_id: '9' }, body: { role: 'user' } },
  ]);
});

test('an open role menu closes when another account takes its row', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/people');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Carol Ito').getByRole('button', { name: 'User Role of Carol Ito' }).press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Co-administrator' })).toBeVisible();
  const account = (id: string, name: string) => ({ type: 'user', id, name, login: '', role: 'user', status: 'active' });
  const entries = [account('30', 'Amy Abel'), account('9', 'Carol Ito'), account('31', 'Zoe Zane')];
  bridge.answer({ service: { listUsers: () => ({ entries, total_count: 3, limit: 200, offset: 0 }) as never } });
  await bridge.reconnect();
  await expect(row('Amy Abel')).toBeAttached();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('deleting a person asks what happens to the files: to someone else, or deleted too', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: { transferContent: () => ({ type: 'folder', id: '1' }) as never, deleteUser: () => null as never },
  });
  await bridge.open('#/people');
  const ask = async (name: string): Promise<void> => {
    await page.getByRole('row').filter({ hasText: name }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  };
  const dialog = page.getByRole('dialog');
  const sent = () =>
    bridge.asked
      .filter(({ name }) => name === 'transferContent' || name === 'deleteUser')
      .map(({ name, request }) => ({ name, ...Object(request) }));
  await ask('Bob Marsh');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog).toContainText('Files of Bob Marsh, including Trash (28.6 GB)');
  const remove = dialog.getByRole('button', { name: 'Delete permanently' });
  await expect(remove).toBeDisabled();
  const give = dialog.getByRole('radio', { name: 'Give them to someone else' });
  const heir = dialog.getByRole('combobox', { name: 'New owner' });
  // The keys of the field are not the keys of the choices around it.
  await heir.fill('Carol');
  await heir.press('ArrowRight');
  await heir.press('ArrowDown');
  await page.getByRole('option', { name: /Carol Ito/ }).click();
  await expect(give).toBeChecked();
  await expect(remove).toBeEnabled();
  // The field stands below its choice, indented, and above the next one, also in a narrow window.
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 900 });
    const choice = await boxOf(dialog.getByText('Give them to someone else'));
    const field = await boxOf(heir);
    const next = await boxOf(dialog.getByText('Delete them too'));
    expect(field.x, `${width} px`).toBeGreaterThan(choice.x);
    expect(field.y, `${width} px`).toBeGreaterThanOrEqual(choice.y + choice.height);
    expect(next.y, `${width} px`).toBeGreaterThanOrEqual(field.y + field.height);
    await bothSchemesAreSound(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await remove.click();
  await expect(page.getByText('Deleted the account of Bob Marsh.')).toBeVisible();
  expect(sent()).toEqual([
    { name: 'transferContent', params: { user_id: '8' }, body: { owned_by: { id: '9' } } },
    { name: 'deleteUser', params: { user_id: '8' } },
  ]);
  await ask('Carol Ito');
  await give.press('ArrowDown');
  await expect(dialog.getByRole('combobox')).toHaveCount(0);
  await remove.press('Enter');
  await expect.poll(sent).toContainEqual({ name: 'deleteUser', params: { user_id: '9' }, query: { force: true } });
});

test('people who are found stay to be chosen while the next ones are looked up', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/people');
  await page.getByRole('row').filter({ hasText: 'Bob Marsh' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  const heir = page.getByRole('dialog').getByRole('combobox', { name: 'New owner' });
  await heir.fill('Ca');
  const carol = page.getByRole('option', { name: /Carol Ito/ });
  await expect(carol).toBeVisible();
  const asked = () => bridge.asked.filter(({ name }) => name === 'listUsers').length;
  const before = asked();
  const answer = bridge.delay('listUsers');
  await heir.fill('Car');
  await expect.poll(asked).toBeGreaterThan(before);
  await carol.click();
  await expect(heir).toHaveValue('Carol Ito');
  answer();
});

test('a chosen person is no longer chosen once the name is typed over', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  await bridge.open('#/people');
  await page.getByRole('row').filter({ hasText: 'Bob Marsh' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  const heir = page.getByRole('dialog').getByRole('combobox', { name: 'New owner' });
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' });
  const choose = async (): Promise<void> => {
    await heir.fill('Ca');
    await page.getByRole('option', { name: /Carol Ito/ }).click();
    await expect(heir).toHaveValue('Carol Ito');
    await expect(remove).toBeEnabled();
  };
  await choose();
  await heir.fill('Zoe Zane');
  await expect(page.getByRole('option', { name: /Carol Ito/ })).toHaveCount(0);
  await heir.press('Tab');
  await expect(heir).toHaveValue('');
  await expect(remove).toBeDisabled();
  await choose();
  // To leave the field changes nothing.
  await heir.press('Tab');
  await expect(heir).toHaveValue('Carol Ito');
  await expect(remove).toBeEnabled();
});

test('deleting a person whose files were transferred just now asks for no new owner', async ({ page, bridge }) => {
  bridge.answer(libraryAnswers());
  // The list still has the bytes from before the transfer.
  bridge.answer({ service: { getUser: () => ({ type: 'user', id: '8', space_used: 0 }) as never } });
  await bridge.open('#/people');
  await page.getByRole('row').filter({ hasText: 'Bob Marsh' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' })).toBeEnabled();
  await expect(page.getByRole('dialog')).not.toContainText('Files of Bob Marsh');
});

test('the menu of a person adds to a group, and signs out of all devices', async ({ page, bridge }) => {
  const owned = (id: string, userId: string) => ({
    type: 'device_pinner',
    id,
    product_name: 'Tandem',
    owned_by: { type: 'user', id: userId, name: '', login: '' },
  });
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      createGroupMembership: () => ({ type: 'group_membership', id: '5', group: { name: 'Site team' } }) as never,
      listDevicePinners: ({ query }) =>
        (query?.marker === '2'
          ? { entries: [owned('3', '8')], limit: 200, next_marker: null }
          : { entries: [owned('1', '8'), owned('2', '9')], limit: 200, next_marker: 2 }) as never,
      deleteDevicePinner: () => null as never,
    },
  });
  await bridge.open('#/people');
  const choose = async (act: string): Promise<void> => {
    await page.getByRole('row').filter({ hasText: 'Bob Marsh' }).press('Shift+F10');
    await page.getByRole('menuitem', { name: act }).press('Enter');
  };
  await choose('Add to group…');
  await page.getByRole('combobox', { name: 'Group' }).press('ArrowDown');
  await page.getByRole('option', { name: /^Site team/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Added Bob Marsh to “Site team”.')).toBeVisible();
  await choose('Sign out everywhere…');
  await bothSchemesAreSound(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed Bob Marsh out of 2 devices.')).toBeVisible();
  const deleted = bridge.asked.filter(({ name }) => name === 'deleteDevicePinner').map(({ request }) => request);
  expect(deleted).toEqual([{ params: { device_pinner_id: '1' } }, { params: { device_pinner_id: '3' } }]);
});

test('several people are selected by their ticks, deactivated together, which can be undone, and added to a group', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer({ service: { updateUser: ({ params }) => ({ type: 'user', id: params.user_id }) as never } });
  await bridge.open('#/people');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Bob Marsh').click();
  await expect(page.getByRole('complementary')).toContainText('Bob Marsh');
  await tick(row('Dev Patel'));
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await selectAll(page).click();
  const bar = selectionBar(page, 4);
  // Carol's account is off already, and nobody turns off their own.
  await expect(bar.getByRole('button')).toHaveText([
    'Deactivate',
    'Activate',
    'Change role…',
    'Add to group…',
    'Sign out everywhere…',
    '',
  ]);
  await bothSchemesAreSound(page);
  bridge.refuseNext('updateUser', { code: 'forbidden', message: 'Your role does not allow this.', remedy: '' });
  await bar.getByRole('button', { name: 'Deactivate' }).press('Enter');
  await expect(page.getByText('Bob Marsh: Your role does not allow this.')).toBeVisible();
  await expect(page.getByText('1 person can no longer sign in. All files stay.')).toBeVisible();
  await bar.getByRole('button', { name: 'Deactivate' }).press('Enter');
  await expect(page.getByText('2 people can no longer sign in. All files stay.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  const changes = () => bridge.asked.filter(({ name }) => name === 'updateUser').map(({ request }) => request);
  await expect
    .poll(() => changes().slice(2))
    .toEqual([
      { params: { user_id: '8' }, body: { status: 'inactive' } },
      { params: { user_id: '10' }, body: { status: 'inactive' } },
      { params: { user_id: '8' }, body: { status: 'active' } },
      { params: { user_id: '10' }, body: { status: 'cannot_delete_edit' } },
    ]);
  bridge.answer({
    service: {
      createGroupMembership: () => ({ type: 'group_membership', id: '5', group: { name: 'Site team' } }) as never,
    },
  });
  await bar.getByRole('button', { name: 'Add to group…' }).press('Enter');
  await page.getByRole('combobox', { name: 'Group' }).press('ArrowDown');
  await page.getByRole('option', { name: /^Site team/ }).click();
  await page.getByRole('dialog', { name: 'Add 3 people to a group' }).getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Added 3 people to “Site team”.')).toBeVisible();
  await bar.getByRole('button', { name: 'Clear selection' }).press('Enter');
  await expect(bar).toHaveCount(0);
});

test('several people get a role together; whoever is refused is named, stays in the dialog, and can be retried', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer({ service: { updateUser: ({ params }) => ({ type: 'user', id: params.user_id }) as never } });
  await bridge.open('#/people');
  await selectAll(page).click();
  const bar = selectionBar(page, 4);
  await bar.getByRole('button', { name: 'Change role…' }).press('Enter');
  // Ann is an administrator, and nobody changes their own role.
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Change the role of 3 people');
  const send = dialog.getByRole('button', { name: 'Change role', exact: true });
  await dialog.getByRole('radio', { name: 'User' }).press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Co-administrator' })).toBeChecked();
  const changes = () => bridge.asked.filter(({ name }) => name === 'updateUser').map(({ request }) => request);
  bridge.refuseNext('updateUser');
  await send.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Carol Ito: The service is unreachable. Check the network.');
  // Bob has this role already.
  expect(changes()).toEqual(['9', '10'].map((user_id) => ({ params: { user_id }, body: { role: 'coadmin' } })));
  await expect(page.getByText('Dev Patel is now: Co-administrator.')).toBeVisible();
  const denied = { code: 'forbidden', message: 'Your role does not allow this.', remedy: '' };
  bridge.refuseNext('updateUser', denied);
  await send.press('Enter');
  await expect(dialog).toHaveAccessibleName('Change the role of Carol Ito');
  await expect(dialog.getByRole('alert')).toHaveText('Carol Ito: Your role does not allow this.');
  await bothSchemesAreSound(page);
  await send.press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => changes().slice(-2))
    .toEqual([
      { params: { user_id: '9' }, body: { role: 'coadmin' } },
      { params: { user_id: '9' }, body: { role: 'user' } },
    ]);
});

test('several rights of a group administrator given in a row are all kept', async ({ page, bridge }) => {
  let permissions: Record<string, boolean> | null = null;
  const membership = () => ({
    type: 'group_membership',
    id: '5',
    user: { type: 'user', id: '8', name: 'Bob Marsh', login: '' },
    role: 'admin',
    configurable_permissions: permissions,
  });
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      listGroupMemberships: () => ({ entries: [membership()], total_count: 1, limit: 200, offset: 0 }) as never,
      getGroupMembership: () => membership() as never,
      updateGroupMembership: ({ body }) => {
        permissions = (body?.configurable_permissions as typeof permissions) ?? null;
        return membership() as never;
      },
    },
  });
  await bridge.open('#/people');
  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('row').filter({ hasText: 'Site team' }).click();
  const boxes = page.getByRole('group', { name: 'Rights of Bob Marsh over member accounts' }).getByRole('checkbox');
  const changes = () =>
    bridge.asked.filter(({ name }) => name === 'updateGroupMembership').map(({ request }) => request);
  // Only those with an effect are offered.
  await expect(boxes).toHaveCount(2);
  for (const index of [0, 1]) {
    await boxes.nth(index).press('Space');
    await expect.poll(changes).toHaveLength(index + 1);
    await expect(boxes.nth(index)).not.toHaveAttribute('aria-readonly', 'true');
  }
  expect(changes().at(-1)).toMatchObject({
    body: {
      configurable_permissions: {
        can_create_accounts: true,
        can_edit_accounts: true,
        can_instant_login: false,
        can_run_reports: false,
      },
    },
  });
});

test('after a refused attempt to delete a person, the new owner of the files stays in view', async ({
  page,
  bridge,
}) => {
  bridge.answer(libraryAnswers());
  bridge.answer({
    service: {
      // The service knows of files that the account's used space doesn't count.
      getUser: () => ({ type: 'user', id: '8', space_used: 0 }) as never,
      transferContent: () => ({ type: 'folder', id: '1' }) as never,
      deleteUser: () => null as never,
    },
  });
  await bridge.open('#/people');
  await page.getByRole('row').filter({ hasText: 'Bob Marsh' }).press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).not.toContainText('Files of Bob Marsh');
  const remove = dialog.getByRole('button', { name: 'Delete permanently' });
  bridge.refuseNext('deleteUser', { code: 'conflict', message: 'Bob Marsh owns files.', remedy: '' });
  await remove.press('Enter');
  const heir = dialog.getByRole('combobox', { name: 'New owner' });
  await heir.fill('Carol');
  await page.getByRole('option', { name: /Carol Ito/ }).click();
  bridge.refuseNext('transferContent');
  await remove.press('Enter');
  await expect(dialog).toContainText('The service is unreachable.');
  await expect(heir).toHaveValue('Carol Ito');
  await remove.press('Enter');
  await expect(dialog).toHaveCount(0);
  const sent = bridge.asked.filter(({ name }) => name === 'transferContent').map(({ request }) => request);
  expect(sent.at(-1)).toEqual({ params: { user_id: '8' }, body: { owned_by: { id: '9' } } });
});

const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
