import { expect, type Locator, type Page } from '@playwright/test';
import { openTop, row } from '../../support/browser/files-page.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/** An action that is refused says so once, about its own item, and wherever the selection is by then. */

const files = [listedFolder('20', 'Drafts'), listedFile('1', 'plan.pdf'), listedFile('2', 'walk.mp4')];
const unreachable = 'The service is unreachable. Check the network.';

const timesAsked = ({ asked }: FakeBridge, name: string): number => asked.filter((one) => one.name === name).length;

test('a refused delete names its file, also when another one is selected by then', async ({ page, bridge }) => {
  await openTop(bridge, folderOf(files), { service: { deleteFile: () => undefined as never } });
  await row(page, 'plan.pdf').click();
  bridge.refuseNext('deleteFile');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alert')).toHaveText(`Can’t delete “plan.pdf”. ${unreachable}`);
  await row(page, 'walk.mp4').click();
  await expect(row(page, 'walk.mp4')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('main')).not.toContainText(unreachable);
});

test('a delete that is refused midway says what went, deselects it and shows the details of the other', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf(files), {
    service: { deleteFolder: () => undefined as never, restoreFolder: () => listedFolder('20', 'Drafts') as never },
  });
  await row(page, 'Drafts').click();
  await row(page, 'plan.pdf').click({ modifiers: ['Control'] });
  bridge.refuseNext('deleteFile');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alert')).toContainText(
    `Moved “Drafts” to Trash. Can’t delete “plan.pdf”. ${unreachable}`,
  );
  await expect(page.getByRole('complementary', { name: 'Details of plan.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => timesAsked(bridge, 'restoreFolder')).toBe(1);
});

test('a folder that could not be read while offline is read again once the connection is back', async ({
  page,
  bridge,
}) => {
  const { account } = status();
  bridge.answer(folderOf(files));
  bridge.answer({ 'status.get': () => status({ state: 'offline', account: { ...account, state: 'offline' } }) });
  bridge.refuseNext('listFolderItems');
  await bridge.open('#/files?folder=0');
  await expect(page.getByRole('main').getByText('The service is unreachable.')).toBeVisible();
  await bridge.emit('status', status());
  await expect(row(page, 'plan.pdf')).toBeVisible();
  await expect(page.getByRole('main').getByText('The service is unreachable.')).toHaveCount(0);
});

const taken = { code: 'item_name_in_use', message: 'The name is in use.', remedy: '' };

/** The ids that were named in the requests of this name. */
const idsOf = ({ asked }: FakeBridge, name: string): unknown[] =>
  asked.filter((one) => one.name === name).map(({ request }) => Object(request).params.file_id);

test('an undo that is refused for one file brings back the others, and is pressed again for that one', async ({
  page,
  bridge,
}) => {
  const restoreFile = () => listedFile('1', 'plan.pdf') as never;
  await openTop(bridge, folderOf([...files, listedFile('3', 'notes.txt')]), {
    service: { deleteFile: () => undefined as never, restoreFile },
  });
  await row(page, 'notes.txt').click();
  await row(page, 'plan.pdf').click({ modifiers: ['Control'] });
  await row(page, 'walk.mp4').click({ modifiers: ['Control'] });
  await page.keyboard.press('Delete');
  const toast = page.getByRole('alertdialog');
  bridge.refuseNext('restoreFile', taken);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(toast).toContainText('Can’t undo this for “plan.pdf”. The name is in use.');
  expect(idsOf(bridge, 'restoreFile')).toEqual(['1', '2', '3']);
  // Someone restored it in the meantime.
  bridge.refuseNext('restoreFile', { code: 'not_trashed', message: 'The file 1 is not in the trash.', remedy: '' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(toast).toHaveCount(0);
  expect(idsOf(bridge, 'restoreFile')).toEqual(['1', '2', '3', '1']);
});

/** The dialog for the two files, with the folder that is shown as its target. */
async function askAbout(page: Page, step: 'Move' | 'Copy'): Promise<Locator> {
  await row(page, 'plan.pdf').click();
  await row(page, 'walk.mp4').click({ modifiers: ['Control'] });
  await row(page, 'walk.mp4').click({ button: 'right' });
  await page.getByRole('menuitem', { name: `${step}…` }).click();
  const dialog = page.getByRole('dialog', { name: `${step} 2 items to` });
  await expect(dialog.getByText('Drafts')).toBeVisible();
  return dialog;
}

test('a move that is refused midway says what moved, with its undo, and keeps the other one selected', async ({
  page,
  bridge,
}) => {
  const updateFile = ({ params }: { params: { file_id: string } }) => {
    if (params.file_id === '1') bridge.refuseNext('updateFile', taken);
    return { type: 'file', id: params.file_id } as never;
  };
  await openTop(bridge, folderOf(files), { service: { updateFile } });
  const dialog = await askAbout(page, 'Move');
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText(
    'Moved “plan.pdf” to “All files”. Can’t move “walk.mp4”. The name is in use.',
  );
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await expect(row(page, 'walk.mp4')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => idsOf(bridge, 'updateFile')).toEqual(['1', '2', '1']);
});

test('a copy that is refused midway says what was copied, and leaves the other one selected', async ({
  page,
  bridge,
}) => {
  const copyFile = ({ params }: { params: { file_id: string } }) => {
    if (timesAsked(bridge, 'copyFile') === 1) bridge.refuseNext('copyFile', taken);
    return { type: 'file', id: params.file_id } as never;
  };
  await openTop(bridge, folderOf(files), { service: { copyFile } });
  const dialog = await askAbout(page, 'Copy');
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText(
    'Copied “plan.pdf” to “All files”. Can’t copy “walk.mp4”. The name is in use.',
  );
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await expect(row(page, 'walk.mp4')).toHaveAttribute('aria-selected', 'true');
  expect(idsOf(bridge, 'copyFile')).toEqual(['1', '2']);
});

test('when one of two selected files goes, the other shows its details', async ({ page, bridge }) => {
  await openTop(bridge, folderOf(files));
  await row(page, 'plan.pdf').click();
  await row(page, 'walk.mp4').click({ modifiers: ['Control'] });
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  bridge.answer(folderOf(files.filter(({ name }) => name !== 'plan.pdf')));
  await bridge.reconnect();
  await expect(row(page, 'plan.pdf')).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Details of walk.mp4' })).toBeVisible();
});

test('a refused action on a row is not shown above another selection', async ({ page, bridge }) => {
  await openTop(bridge, folderOf(files));
  await row(page, 'plan.pdf').click({ button: 'right' });
  bridge.refuseNext('window.address');
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
  await row(page, 'walk.mp4').click();
  await expect(row(page, 'walk.mp4')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('main')).not.toContainText(unreachable);
});

test('Delete that is pressed again before the answer is sent once; that of another file is sent too', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf(files), { service: { deleteFile: () => undefined as never } });
  const arrive = bridge.delay('deleteFile');
  await row(page, 'plan.pdf').click();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect.poll(() => timesAsked(bridge, 'deleteFile')).toBe(2);
  arrive();
  await expect(page.getByRole('grid').getByRole('rowheader')).toHaveText(['Drafts']);
  expect(timesAsked(bridge, 'deleteFile')).toBe(2);
  await expect(page.getByRole('alert')).toHaveText('Moved “walk.mp4” to Trash.');
});

test('the Move dialog shows no refusal of an earlier action, and its own until it is closed', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folderOf(files));
  await row(page, 'plan.pdf').click();
  bridge.refuseNext('deleteFile');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alert')).toHaveCount(1);
  const move = async (): Promise<void> => {
    await row(page, 'plan.pdf').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move…' }).click();
  };
  await move();
  const dialog = page.getByRole('dialog', { name: /^Move/ });
  await expect(dialog.getByText('Drafts')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  bridge.refuseNext('updateFile');
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(unreachable);
  await page.keyboard.press('Escape');
  await move();
  await expect(dialog.getByText('Drafts')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('a rename that is refused after its dialog was closed says so', async ({ page, bridge }) => {
  await openTop(bridge, folderOf(files), {
    service: { updateFile: () => ({ type: 'file', id: '1', name: 'renamed.pdf' }) as never },
  });
  await row(page, 'plan.pdf').click();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByRole('textbox').fill('renamed.pdf');
  const arrive = bridge.delay('updateFile');
  bridge.refuseNext('updateFile');
  await page.keyboard.press('Enter');
  await expect.poll(() => timesAsked(bridge, 'updateFile')).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  arrive();
  await expect(page.getByRole('alert')).toHaveText(unreachable);
});

test('a bookmark that can’t be opened says so', async ({ page, bridge }) => {
  const bookmark = { type: 'web_link', id: '9', etag: '1', name: 'Building code', url: 'file:///code' };
  await openTop(bridge, folderOf([bookmark as never]));
  const refused = { code: 'refused', message: 'This link can’t be opened.', remedy: '' };
  bridge.refuseNext('link.open', refused);
  await row(page, 'Building code').press('Enter');
  await expect(page.getByRole('alert')).toHaveText(refused.message);
});

test('a toast whose undo takes long stays open, and shows why it was refused', async ({ page, bridge }) => {
  await page.clock.install();
  await openTop(bridge, folderOf(files), { service: { deleteFile: () => undefined as never } });
  await row(page, 'plan.pdf').click();
  await page.keyboard.press('Delete');
  const toast = page.getByRole('alertdialog');
  const answered = bridge.delay('restoreFile');
  bridge.refuseNext('restoreFile', taken);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.mouse.move(1, 1);
  await row(page, 'walk.mp4').focus();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  answered();
  await expect(toast).toContainText('The name is in use.');
});
