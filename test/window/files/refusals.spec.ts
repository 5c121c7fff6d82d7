import { expect } from '@playwright/test';
import { openTop, row } from '../../support/browser/files-page.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
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
  await expect(page.getByRole('alert')).toContainText(`Moved 1 item to Trash. Can’t delete “plan.pdf”. ${unreachable}`);
  await expect(page.getByRole('complementary', { name: 'Details of plan.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => timesAsked(bridge, 'restoreFolder')).toBe(1);
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
  await expect(page.getByRole('alert')).toHaveText('Moved 1 item to Trash.');
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
