import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openTop, row } from '../../support/browser/files-page.ts';
import { drop, takesDrops } from '../../support/window/drops.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

/** A photo in Quick Look, on a host that takes every drop. */
async function lookAtPhoto(page: Page, bridge: FakeBridge): Promise<Locator> {
  const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } });
  const body = await photo.png().toBuffer();
  await page.route('**/content/**', (route) => route.fulfill({ body, contentType: 'image/png' }));
  takesDrops(bridge);
  await openTop(bridge, folderOf([listedFile('1', 'photo.png')]), { 'window.address': ({ path }) => ({ path }) });
  await row(page, 'photo.png').click();
  await row(page, 'photo.png').press('Space');
  const picture = page.getByRole('dialog').getByRole('img', { name: 'photo.png' });
  await expect(picture).toHaveJSProperty('naturalWidth', 300);
  return picture;
}

const uploads = (bridge: FakeBridge) => bridge.asked.filter(({ name }) => name === 'drop.begin');

/** Drags as the browser itself does. Playwright's mouse would carry no file of the picture. */
async function dragAcross(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('the picture is not shown');
  const client = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    for (const type of ['dragover', 'dragend'])
      window.addEventListener(type, () => Reflect.set(window, type, true), { capture: true, once: true });
  });
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', by: number, buttons: number) =>
    client
      .send('Input.dispatchMouseEvent', { type, x: x + by, y: y + by, button: 'left', buttons, clickCount: 1 })
      .catch(() => undefined);
  const happened = (type: string) => page.evaluate((of) => Reflect.get(window, of) === true, type);
  await send('mouseMoved', 0, 0);
  await send('mousePressed', 0, 1);
  let by = 0;
  await expect(async () => {
    by += 8;
    // While the browser drags, it answers no mouse event.
    void send('mouseMoved', by, 1);
    expect(await happened('dragover')).toBe(true);
  }).toPass({ intervals: [50] });
  void send('mouseReleased', by, 0);
  await expect.poll(() => happened('dragend')).toBe(true);
}

test('a picture that is dragged in Quick Look is uploaded nowhere', async ({ page, bridge }) => {
  const picture = await lookAtPhoto(page, bridge);
  await dragAcross(page, picture);
  await expect(picture).toBeVisible();
  await expect(page.getByTestId('drop-hint')).toHaveCount(0);
  await expect(page.getByTestId('drop-batch')).toHaveCount(0);
  expect(uploads(bridge)).toEqual([]);
});

test('while a dialog is open, files from the desktop are refused', async ({ page, bridge }) => {
  await lookAtPhoto(page, bridge);
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['text'], 'note.txt'));
    return transfer;
  });
  await page.getByRole('dialog').dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByTestId('drop-hint')).toHaveText('Nothing can be uploaded here');
  await drop(page, { 'note.txt': 'send' }, 10, { onto: page.getByRole('dialog') });
  await expect(page.getByTestId('drop-hint')).toHaveCount(0);
  await expect(page.getByTestId('drop-batch')).toHaveCount(0);
  expect(uploads(bridge)).toEqual([]);
});
