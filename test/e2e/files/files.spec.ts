import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { openTab } from '../../support/browser/files-page.ts';
import { tinyPdf, tinyWav } from '../../support/files/tiny-media.ts';
import { openPage, pick, row, rowAct, tabTo, test } from '../window-test.ts';

/** The Files page against the real service: it shows the items of the service, and its actions take effect there. */

test('walks into a folder by double press, and back up by the crumbs', async ({ page, tandem }) => {
  const folder = await tandem.web.createFolder('0', 'Contracts');
  await tandem.web.upload(folder.id, 'agreement.txt', 'first');
  await openPage(page, 'Files');
  await row(page, 'Contracts').dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Contracts' })).toBeVisible();
  await expect(row(page, 'agreement.txt')).toBeVisible();
  await page.getByRole('navigation', { name: 'Folders above' }).getByRole('link', { name: 'All files' }).click();
  await expect(row(page, 'Contracts')).toBeVisible();
});

test('makes, renames, copies, moves and deletes, and takes a delete back', async ({ page, tandem }) => {
  const place = await tandem.web.createFolder('0', 'Desk');
  const target = await tandem.web.createFolder(place.id, 'Archive');
  await tandem.web.upload(place.id, 'memo.txt', 'memo');
  await openPage(page, 'Files');
  await row(page, 'Desk').dblclick();

  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Fresh');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Fresh')).toBeVisible();

  await rowAct(page, 'memo.txt', 'Rename');
  await page.getByLabel('Name', { exact: true }).fill('minutes.txt');
  await page.keyboard.press('Enter');
  await expect(row(page, 'minutes.txt')).toBeVisible();

  await rowAct(page, 'minutes.txt', 'Copy…');
  await chooseFolder(page, ['Desk', 'Archive'], 'Copy here');
  await expect.poll(async () => (await tandem.web.find(target.id, 'minutes.txt'))?.name).toBe('minutes.txt');

  await rowAct(page, 'Fresh', 'Move…');
  await chooseFolder(page, ['Desk', 'Archive'], 'Move here');
  await expect(row(page, 'Fresh')).toHaveCount(0);
  expect((await tandem.web.find(target.id, 'Fresh'))?.name).toBe('Fresh');

  await rowAct(page, 'minutes.txt', 'Move to Trash');
  await expect(row(page, 'minutes.txt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'minutes.txt')).toBeVisible();
});

async function chooseFolder(page: Page, path: readonly string[], action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const name of path) await dialog.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

test('says why a name is refused, and lets it be mended', async ({ page, tandem }) => {
  await tandem.web.createFolder('0', 'Taken');
  await openPage(page, 'Files');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill('taken');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/name/i);
  await page.getByLabel('Name', { exact: true }).fill('Not taken');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Not taken')).toBeVisible();
});

test('restores an earlier version', async ({ page, tandem }) => {
  const file = await tandem.web.upload('0', 'history.txt', 'one');
  await tandem.web.replace(file.id, 'history.txt', 'two');
  await openPage(page, 'Files');
  await row(page, 'history.txt').click();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toContainText('Version 3');
  expect(String(await tandem.web.read(file.id))).toBe('one');
});

test('creates a shared link for collaborators only, and removes it', async ({ page, tandem }) => {
  const file = await tandem.web.upload('0', 'leaflet.txt', 'leaflet');
  const link = async () => (await tandem.web.call('GET', `/files/${file.id}?fields=shared_link`)).shared_link;
  await openPage(page, 'Files');
  await row(page, 'leaflet.txt').click();
  await page.getByRole('tab', { name: 'Sharing' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(/\/s\//);
  expect((await link()).effective_access).toBe('collaborators');
  await page.getByRole('switch', { name: 'Link' }).press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Link is off')).toBeVisible();
  expect(await link()).toBeNull();
});

test('finds by the words of names here and everywhere, and goes where a thing lies', async ({ page, tandem }) => {
  const { web } = tandem;
  const attic = await web.createFolder('0', 'Attic');
  const box = await web.createFolder(attic.id, 'Box');
  await web.upload(box.id, 'winter coats.txt', 'coats');
  await web.upload('0', 'winter tyres.txt', 'tyres');
  await page.goto(`${new URL(page.url()).origin}/#/files?folder=${attic.id}`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('wint');
  await expect(row(page, 'winter coats.txt')).toContainText('Box');
  await expect(row(page, 'winter tyres.txt')).toHaveCount(0);
  await pick(page, 'Where', 'Everywhere');
  await expect(row(page, 'winter tyres.txt')).toContainText('All files');
  await page.getByRole('searchbox', { name: 'Search' }).fill('winter coats');
  await expect(row(page, 'winter tyres.txt')).toHaveCount(0);
  await rowAct(page, 'winter coats.txt', 'Show in its folder');
  await expect(page.getByRole('heading', { level: 1, name: 'Box' })).toBeVisible();
  await expect(row(page, 'winter coats.txt')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is called so');
  await expect(page.getByText('Nothing matches “nothing is called so”')).toBeVisible();
});

test('rows dragged onto a folder are moved there, also to one above, and moved back', async ({ page, tandem }) => {
  const { web } = tandem;
  const shelf = await web.createFolder('0', 'Shelf');
  const drawer = await web.createFolder(shelf.id, 'Drawer');
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await web.upload(shelf.id, name, name);
  await page.goto(`${new URL(page.url()).origin}/#/files?folder=${shelf.id}`);
  await row(page, 'one.txt').click();
  await row(page, 'two.txt').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'two.txt').dragTo(row(page, 'Drawer'));
  await expect(page.getByText('Moved 2 items to “Drawer”.')).toBeVisible();
  await expect(row(page, 'one.txt')).toHaveCount(0);
  expect((await web.items(drawer.id)).map(({ name }) => name)).toEqual(['one.txt', 'two.txt']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'two.txt')).toBeVisible();
  await row(page, 'three.txt').dragTo(page.getByRole('link', { name: 'All files' }));
  await expect(row(page, 'three.txt')).toHaveCount(0);
  await expect.poll(async () => (await web.find('0', 'three.txt'))?.name).toBe('three.txt');
});

test('the keyboard alone chooses, finds, renames and deletes', async ({ page, tandem }) => {
  const { web } = tandem;
  const outer = await web.createFolder('0', 'Ring');
  const folder = await web.createFolder(outer.id, 'Keys');
  for (const name of ['alpha.txt', 'beta.txt', 'gamma.txt', 'golf.txt']) await web.upload(folder.id, name, name);
  await page.goto(`${new URL(page.url()).origin}/#/files?folder=${outer.id}`);
  await row(page, 'Keys').press('Enter');
  // The first row of the folder has the keyboard, as that of the folder had it.
  await expect(row(page, 'alpha.txt')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'beta.txt')).toBeFocused();
  await page.keyboard.press('Shift+End');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.type('go');
  await expect(row(page, 'golf.txt')).toBeFocused();
  await page.keyboard.press('F2');
  await page.getByLabel('Name', { exact: true }).fill('hotel.txt');
  await page.keyboard.press('Enter');
  await row(page, 'hotel.txt').focus();
  await page.keyboard.press('Control+Space');
  await page.keyboard.press('Delete');
  await expect(row(page, 'hotel.txt')).toHaveCount(0);
  await expect(row(page, 'gamma.txt')).toBeFocused();
  await expect(page.getByText('Moved “hotel.txt” to Trash.')).toBeVisible();

  // Panels beside and below the rows: when they close, the row gets the keyboard back.
  await page.keyboard.press('Control+Space');
  const panel = page.getByRole('complementary');
  await tabTo(page, panel.getByRole('tab', { name: 'Activity' }));
  for (const [tab, words] of [
    ['Versions', 'Version 1'],
    ['Comments', 'No comments yet.'],
    ['Sharing', 'Link is off'],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(panel.getByRole('tab', { name: tab })).toBeFocused();
    await expect(panel.getByRole('tabpanel')).toContainText(words);
  }
  // Those that do not fit into the strip are in a menu behind it.
  for (const [tab, words] of [
    ['Preview', 'gamma.txt'],
    ['Labels', 'No tags yet.'],
  ] as const) {
    await tabTo(page, panel.getByRole('button', { name: 'More tabs' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type(tab);
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('tabpanel')).toContainText(words);
  }
  await panel.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(row(page, 'gamma.txt')).toBeFocused();
  await rowAct(page, 'gamma.txt', 'Move…');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('option').first());
  await page.keyboard.type('Ring');
  await expect(dialog.getByRole('option', { name: 'Ring' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Move here' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Moved “gamma.txt” to “Ring”.')).toBeVisible();
  await expect(row(page, 'beta.txt')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Name' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader').first()).toHaveText('beta.txt');
});

test('each folder says whether it is kept on this computer, and that can be changed', async ({ page, tandem }) => {
  const { web, folder: onDisk } = tandem;
  const films = await web.createFolder('0', 'Films');
  await web.upload(films.id, 'long.txt', 'long');
  const isHere = () =>
    access(join(onDisk, 'Films', 'long.txt')).then(
      () => true,
      () => false,
    );
  await expect.poll(isHere).toBe(true);
  await openPage(page, 'Files');
  await expect(row(page, 'Films')).toContainText('In sync');
  await rowAct(page, 'Films', 'Free up space');
  await expect(row(page, 'Films')).toContainText('Not on this computer');
  await expect.poll(isHere).toBe(false);
  await rowAct(page, 'Films', 'Keep on this computer');
  await expect(row(page, 'Films')).toContainText('In sync');
  await expect.poll(isHere).toBe(true);
});

test('shows pictures, texts, PDF, sound and film without running any of it, and keeps files', async ({
  page,
  tandem,
  complaints,
}) => {
  const { web } = tandem;
  const folder = await web.createFolder('0', 'Looks');
  await web.upload(
    folder.id,
    'drawing.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${script}</svg>`,
  );
  await web.upload(folder.id, 'page.html', `<!doctype html>${script}`);
  await web.upload(folder.id, 'archive.zip', 'PK');
  await web.upload(folder.id, 'letter.pdf', tinyPdf('Hello'));
  await web.upload(folder.id, 'bell.wav', tinyWav());
  await web.upload(folder.id, 'broken.wav', 'no sound');
  await web.upload(folder.id, 'walk.webm', await tinyFilm(page));
  await page.goto(`${new URL(page.url()).origin}/#/files?folder=${folder.id}`);
  // Over the whole window, and beside the list.
  await row(page, 'drawing.svg').dblclick();
  const look = page.getByRole('dialog', { name: 'drawing.svg' });
  await expect(look).toBeVisible();
  await expect(look.getByRole('img', { name: 'Preview of drawing.svg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(look).toHaveCount(0);
  await openTab(page, 'Preview');
  const picture = page.getByRole('img', { name: 'Preview of drawing.svg' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8);
  await row(page, 'page.html').click();
  await expect(page.getByRole('complementary').getByText(script)).toBeVisible();
  const document = page.waitForResponse((answer) => answer.url().includes('/content/preview/'));
  await row(page, 'letter.pdf').click();
  // A browser without a viewer of PDF says so instead.
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
  await expect(hasViewer ? page.getByTitle('Preview of letter.pdf') : page.getByText('Not shown here')).toBeVisible();
  if (hasViewer) expect((await document).headers()['content-type']).toBe('application/pdf');
  const thumbnail = page.getByRole('complementary').locator('img').first();
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await row(page, 'archive.zip').click();
  await expect(page.getByText('Not shown here')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();

  await row(page, 'bell.wav').click();
  await plays(page.getByLabel('Preview of bell.wav'), 0.1);
  await row(page, 'walk.webm').click();
  const film = page.getByLabel('Preview of walk.webm');
  await plays(film, 0);
  expect(await film.evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight])).toEqual([32, 16]);
  // The name says audio, but the content is none.
  await row(page, 'broken.wav').click();
  await expect(page.getByText('It can’t be previewed: it may be damaged')).toBeVisible();
  expect(complaints).toEqual([]);

  await row(page, 'page.html').click();
  const started = page.waitForEvent('download');
  await rowAct(page, 'page.html', 'Download');
  const kept = await started;
  expect(kept.suggestedFilename()).toBe('page.html');
  expect(await readFile(await kept.path(), 'utf8')).toBe(`<!doctype html>${script}`);

  // Opened by hand, at its own address, it runs as little as in the window.
  await row(page, 'drawing.svg').click();
  const address = await page.getByRole('img', { name: 'Preview of drawing.svg' }).getAttribute('src');
  await page.goto(new URL(page.url()).origin + address);
  expect(await page.evaluate(() => [Reflect.get(window, 'ran'), window.origin])).toEqual([undefined, 'null']);
});

/** Plays to its end; `seconds` is how long it has to be at least. */
async function plays(media: Locator, seconds: number): Promise<void> {
  const length = await media.evaluate(async (element: HTMLMediaElement) => {
    const ended = new Promise((resolve) => element.addEventListener('ended', resolve, { once: true }));
    element.muted = true;
    await element.play();
    await ended;
    return element.duration;
  });
  expect(length).toBeGreaterThanOrEqual(seconds);
}

/** Some frames of a film of 32 by 16, made by the browser that plays it. */
async function tinyFilm(page: Page): Promise<Uint8Array> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 16 });
    const drawing = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' });
    const pieces: Blob[] = [];
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    recorder.start();
    for (let frame = 0; frame < 12; frame++) {
      drawing?.fillRect(frame, 0, 1, 16);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });
  return Uint8Array.from(bytes);
}

const script = '<script>window.top.ran = window.ran = true</script>';
