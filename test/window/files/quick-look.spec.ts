import { expect } from '@playwright/test';
import sharp from 'sharp';
import { english } from '../../../renderer/texts/en/english.ts';
import { openTop, row } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { folderOf, listedFile, listedFolder, pathState } from '../../support/window/folder-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { pathOf } from '../../support/window/studio/files.ts';
import { people } from '../../support/window/studio/people.ts';
import { test } from '../fake-window.ts';

const names = ['signed.pdf', 'budget.xlsx', 'facade.dwg', 'film.mp4', 'song.m4a', 'notes.md'];
const folder = folderOf([listedFolder('20', 'Drafts'), ...names.map((name, at) => listedFile(`${at + 1}`, name))]);

const sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="247" height="320"/>';

const added = {
  type: 'file',
  id: '2',
  // The second of three versions was deleted.
  version_number: '3',
  created_at: new Date(now - 5 * 3_600_000).toISOString(),
  created_by: { type: 'user', id: '10', name: 'Dev Patel', login: 'dev@harbour.studio' },
  owned_by: people.ann,
  ...pathOf(['12', 'Studio'], ['18', 'Photos']),
};
const sharing = {
  role: 'viewer',
  status: 'accepted',
  accessible_by: { type: 'user', id: '9', name: 'Carol Ito', login: 'carol@harbour.studio' },
};

test('Quick Look is dark in both themes, shows details by I, and leads to the dialog of an action', async ({
  page,
  bridge,
}) => {
  await openTop(bridge, folder, {
    service: {
      listFileCollaborations: () =>
        ({ entries: [{ type: 'collaboration', id: '1', ...sharing }], next_marker: null }) as never,
      getFile: () => added as never,
      listVersions: () =>
        ({ entries: [{ type: 'file_version', id: '1' }], total_count: 1, limit: 1, offset: 0 }) as never,
    },
  });
  await row(page, 'budget.xlsx').click();
  await row(page, 'budget.xlsx').press('Space');
  const look = page.getByRole('dialog', { name: 'budget.xlsx' });
  const ground = page.locator('.dark-surface').filter({ has: look });
  await expect(ground).toHaveCSS('background-color', 'rgb(13, 16, 19)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(ground).toHaveCSS('background-color', 'rgb(13, 16, 19)');
  const strip = look.getByRole('list', { name: english.files.strip });
  await expect(strip.getByRole('button')).toHaveCount(6);
  await expect(strip.locator('[aria-current]')).toHaveAccessibleName('budget.xlsx');
  const details = look.getByRole('complementary', { name: english.files.lookDetails });
  // The panel beside the list knows the number of versions already.
  const answerVersions = bridge.delay('listVersions');
  await page.keyboard.press('i');
  await expect(details.getByRole('listitem')).toHaveCount(2);
  await expect(details).toContainText('Versions2');
  answerVersions();
  await expect(details).toContainText('9:05, by Dev Patel');
  // The head has room for the size.
  await expect(details).not.toContainText(english.files.columns.size);
  await expect(details.getByRole('link', { name: 'Studio / Photos' })).toBeVisible();
  await expect(details.getByRole('listitem')).toHaveText(['AKAnn KellerOwner', 'CICarol ItoCan view']);
  await bothSchemesAreSound(page);
  await page.setViewportSize({ width: 400, height: 860 });
  await expect(details).toContainText(english.files.columns.size);
  await bothSchemesAreSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('i');
  await expect(details).toHaveCount(0);
  await strip.getByRole('button', { name: 'facade.dwg' }).click();
  const next = page.getByRole('dialog', { name: 'facade.dwg' });
  await next.getByRole('button', { name: english.files.share }).click();
  await expect(next.getByRole('list', { name: english.files.strip })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toContainText('facade.dwg');
});

test('files that the browser cannot show have their thumbnail in Quick Look, if the service draws them', async ({
  page,
  bridge,
}) => {
  const files = [listedFile('1', 'scan.pdf'), listedFile('2', 'photo.heic'), listedFile('3', 'letter.docx')];
  await page.route('**/content/**', (route) => route.fulfill({ body: sheet, contentType: 'image/svg+xml' }));
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }));
  await openTop(bridge, folderOf(files), { 'window.address': ({ path }: { path: string }) => ({ path }) });
  await row(page, 'scan.pdf').click();
  await row(page, 'scan.pdf').press('Space');
  for (const [name, thumbnails] of [
    ['scan.pdf', 1],
    ['photo.heic', 1],
    ['letter.docx', 0],
  ] as const) {
    const look = page.getByRole('dialog', { name });
    await expect(look).toContainText(english.details.noPreview);
    await expect(look.locator('img:not(ul img)')).toHaveCount(thumbnails);
    // The dimensions of a thumbnail are not those of the file.
    await expect(look).not.toContainText('247 ×');
    await page.keyboard.press('ArrowRight');
  }
});

test('Quick Look says how large a picture is, and opens the file on this computer', async ({ page, bridge }) => {
  const pictures = folderOf([listedFile('1', 'facade.jpg')], [pathState('1', { path: 'Photos/facade.jpg' })]);
  const reads = { 'window.address': ({ path }: { path: string }) => ({ path }), 'root.open': () => ({}) };
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="4032" height="2772"/>';
  await page.route('**/content/**', (route) => route.fulfill({ body, contentType: 'image/svg+xml' }));
  await openTop(bridge, pictures, reads);
  await row(page, 'facade.jpg').click();
  await row(page, 'facade.jpg').press('Space');
  const look = page.getByRole('dialog', { name: 'facade.jpg' });
  await expect(look).toContainText('2 kB · 4032 × 2772');
  await page.keyboard.press('i');
  await expect(look.getByRole('complementary')).not.toContainText('4032 × 2772');
  await look.getByRole('button', { name: english.files.open }).click();
  await expect
    .poll(() => bridge.asked.find(({ name }) => name === 'root.open')?.request)
    .toEqual({ rootId: 1, path: 'Photos/facade.jpg' });
});

test('the details of a picture say what its camera wrote, and that a location is stored, but not which', async ({
  page,
  bridge,
}) => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7ba' } })
    .withExif({
      IFD0: { Make: 'Fujifilm', Model: 'X-T5' },
      IFD2: {
        DateTimeOriginal: '2026:11:18 16:20:05',
        FNumber: '28/10',
        ExposureTime: '1/250',
        ISOSpeedRatings: '400',
        FocalLength: '23/1',
      },
      IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer();
  const ranges: (string | undefined)[] = [];
  await page.route('**/content/preview/**', (route) => {
    ranges.push(route.request().headers()['range']);
    const isCut = route.request().url().endsWith('/2');
    return route.fulfill({ body: isCut ? photo.subarray(0, 60) : photo, contentType: 'image/jpeg' });
  });
  await page.route('**/content/thumbnail/**', (route) => route.fulfill({ body: sheet, contentType: 'image/svg+xml' }));
  await openTop(bridge, folderOf([listedFile('1', 'facade.jpg'), listedFile('2', 'torn.jpg')]), {
    'window.address': ({ path }: { path: string }) => ({ path }),
  });
  await row(page, 'facade.jpg').click();
  await row(page, 'facade.jpg').press('Space');
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: english.files.lookDetails, exact: true });
  const facts = ['Taken18 Nov 2026, 16:20', 'CameraFujifilm X-T5, 23 mm', 'Exposure1/250 s · f/2.8', 'ISO400'];
  for (const fact of [...facts, 'LocationStored in this picture']) await expect(details).toContainText(fact);
  await expect(details).not.toContainText('Lens');
  await expect(details).not.toContainText('48');
  expect(ranges).toContain('bytes=0-262143');
  await bothSchemesAreSound(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'torn.jpg' })).toContainText(english.details.noPreview);
  await expect(details).toContainText(english.details.tabs.versions);
  await expect(details).not.toContainText('Camera');
});

test('a file that leaves the list keeps its place for the arrows, and has no number', async ({ page, bridge }) => {
  await openTop(bridge, folder);
  await row(page, 'budget.xlsx').press('Space');
  const look = page.getByRole('dialog', { name: 'budget.xlsx' });
  await expect(look).toContainText('2 of 6');
  const left = names.flatMap((name, at) => (name === 'budget.xlsx' ? [] : [listedFile(`${at + 1}`, name)]));
  bridge.answer(folderOf(left));
  await bridge.reconnect();
  const strip = look.getByRole('list', { name: english.files.strip });
  await expect(strip.getByRole('button')).toHaveCount(5);
  await expect(look).not.toContainText(/\d of 5/);
  await expect(strip.locator('[aria-current]')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'facade.dwg' })).toContainText('2 of 5');
});

test('in a narrow window, the actions of Quick Look are in a menu', async ({ page, bridge }) => {
  await page.setViewportSize({ width: 400, height: 860 });
  await openTop(bridge, folder);
  await row(page, 'budget.xlsx').click();
  await row(page, 'budget.xlsx').press('Space');
  const look = page.getByRole('dialog', { name: 'budget.xlsx' });
  await expect(look.getByRole('button', { name: english.files.share })).toHaveCount(0);
  await look.getByRole('button', { name: english.files.actionsOf('budget.xlsx') }).click();
  await expect(page.getByRole('menuitem')).toHaveText([english.files.share, 'Open', 'Download']);
  await bothSchemesAreSound(page);
  await page.getByRole('menuitem', { name: english.files.share }).click();
  await expect(page.getByRole('dialog', { name: 'Share “budget.xlsx”' })).toBeVisible();
  await expect(page.locator('.dark-surface')).toHaveCount(0);
});

test('the arrows in the menu of Quick Look change no file below it', async ({ page, bridge }) => {
  await page.setViewportSize({ width: 400, height: 860 });
  await openTop(bridge, folder);
  await row(page, 'budget.xlsx').click();
  await row(page, 'budget.xlsx').press('Space');
  const look = page.getByRole('dialog', { name: 'budget.xlsx' });
  await look.getByRole('button', { name: english.files.actionsOf('budget.xlsx') }).click();
  await expect(page.getByRole('menuitem')).toHaveText([english.files.share, 'Open', 'Download']);
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'i']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(look).toBeVisible();
  await expect(look.getByRole('button', { name: english.files.showDetails })).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(look).toHaveCount(0);
});

test('Quick Look of the only file leaves out the arrows and its number', async ({ page, bridge }) => {
  await openTop(bridge, folderOf([listedFile('1', 'notes.docx')]));
  await row(page, 'notes.docx').click();
  await row(page, 'notes.docx').press('Space');
  const look = page.getByRole('dialog', { name: 'notes.docx' });
  await expect(look.getByRole('button', { name: english.actions.close })).toBeVisible();
  await expect(look.getByRole('button', { name: english.files.before })).toHaveCount(0);
  await expect(look.getByRole('button', { name: english.files.after })).toHaveCount(0);
  await expect(look.getByText(english.files.placeOf(1, 1))).toHaveCount(0);
});

test('a text in Quick Look keeps to a line that can be read, in the middle', async ({ page, bridge }) => {
  await page.route('**/content/preview**', (route) =>
    route.fulfill({ body: 'word '.repeat(400), contentType: 'text/plain' }),
  );
  await openTop(bridge, folderOf([listedFile('1', 'notes.txt')]), {
    'window.address': ({ path }: { path: string }) => ({ path }),
  });
  await row(page, 'notes.txt').click();
  await row(page, 'notes.txt').press('Space');
  const text = page.getByRole('dialog', { name: 'notes.txt' }).getByRole('figure');
  await expect(text).toContainText('word');
  await expect(text).toHaveCSS('font-size', '13px');
  const box = await text.boundingBox();
  expect(box?.width).toBeLessThan(820);
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo((page.viewportSize()?.width ?? 0) / 2, -1);
});
