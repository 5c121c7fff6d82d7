import { expect } from '@playwright/test';
import { menuOf, openTop, row, showPictures, tile } from '../../support/browser/files-page.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { signedIn, status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

const folder = folderOf([listedFile('1', 'signed.pdf'), listedFile('2', 'budget.xlsx')]);

test('a tile under the pointer has an empty tick; selected, it has a check, and its name the accent', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder);
  await showPictures(page);
  const one = tile(page, 'signed.pdf');
  const [box, check] = [one.locator('[data-part="tick"]'), one.locator('[data-part="tick"] svg')];
  const colour = (): Promise<string> => one.getByTitle('signed.pdf').evaluate((name) => getComputedStyle(name).color);
  await one.hover();
  await expect(box).toBeVisible();
  await expect(check).toBeHidden();
  const before = await colour();
  await box.click();
  await expect(check).toBeVisible();
  await expect.poll(colour).not.toBe(before);
});

test('the dot of the bell stays on its icon in a narrow window', async ({ page, bridge }) => {
  const invitation = { id: '5', from: 'Carol', fromId: '7', item: '', role: 'editor', createdAtMs: null };
  bridge.answer(signedIn(status({ invitations: [invitation] })));
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 860 });
    await bridge.open('#/home');
    const bell = page.getByRole('button', { name: /^Notifications, 1/ });
    const icon = await bell.locator('svg').boundingBox();
    const dot = await bell.locator('.rounded-full').boundingBox();
    expect((dot?.x ?? 0) + (dot?.width ?? 0)).toBe((icon?.x ?? 0) + (icon?.width ?? 0));
    expect(dot?.y).toBe(icon?.y);
  }
});

test('the shortcuts of a menu have the font of the window', async ({ page, bridge }) => {
  await openTop(bridge, folder);
  await row(page, 'signed.pdf').click({ button: 'right' });
  const fontOf = (part: Element): string => getComputedStyle(part).fontFamily;
  expect(await menuOf(page, 'signed.pdf').locator('kbd').first().evaluate(fontOf)).toBe(
    await page.locator('body').evaluate(fontOf),
  );
});

for (const { item, typed, name } of [
  { item: listedFile('1', 'Report.final.docx'), typed: 'Summary', name: 'Summary.docx' },
  { item: listedFile('1', '.gitignore'), typed: 'ignored', name: 'ignored' },
  { item: listedFolder('1', 'Release 1.2'), typed: 'Release', name: 'Release' },
]) {
  test(`a rename of “${item.name}” that is typed at once gives “${name}”`, async ({ page, bridge }) => {
    await openTop(bridge, folderOf([item]), {
      service: { updateFile: () => item as never, updateFolder: () => item as never },
    });
    await row(page, item.name ?? '').click();
    await row(page, item.name ?? '').press('F2');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    const renames = () => bridge.asked.filter(({ name: of }) => of === 'updateFile' || of === 'updateFolder');
    await expect.poll(() => renames().map(({ request }) => Object(request).body)).toEqual([{ name }]);
  });
}
