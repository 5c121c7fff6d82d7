import { expect, type Page } from '@playwright/test';
import { menuOf, openTab, row, selectionBar, showPictures, tick, tile } from '../../support/browser/files-page.ts';
import { drop, goOn, takesDrops } from '../../support/window/drops.ts';
import type { Answers } from '../../support/window/fake-bridge.ts';
import { now } from '../../support/window/status-states.ts';
import { discussed, drawDocument, files, pathOf } from '../../support/window/studio/files.ts';
import { people } from '../../support/window/studio/people.ts';
import { drawPhotos, drawPreviews, photos } from '../../support/window/studio/photos.ts';
import { areDrawn, looksLike } from './looks-like.ts';

const chosen = ['agreement-signed.pdf', 'agreement.docx', 'kick-off.pptx'];

/** Selects three files, and drags one of them over a folder. The browser shows the ghost at the pointer; a picture has to be told. */
async function dragThree(page: Page): Promise<void> {
  for (const name of chosen) await tick(row(page, name));
  await expect(selectionBar(page, 3)).toBeVisible();
  // The folder under the pointer opens after a while.
  await page.clock.pauseAt(now + 1_000);
  await page.evaluate(() => Reflect.set(window, 'dragged', new DataTransfer()));
  const dataTransfer = await dragged(page);
  await row(page, 'agreement.docx').dispatchEvent('dragstart', { dataTransfer });
  await row(page, 'Signed').dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByTestId('drop-hint')).toHaveText('Move 3 items to “Signed”');
}

const dragged = (page: Page) => page.evaluateHandle(() => Reflect.get(window, 'dragged'));

async function moveGhost(page: Page): Promise<void> {
  const target = await row(page, 'Signed').boundingBox();
  const at = { clientX: (target?.x ?? 0) + (target?.width ?? 0) / 4, clientY: (target?.y ?? 0) + 14 };
  await row(page, 'Signed').dispatchEvent('dragover', { ...at, dataTransfer: await dragged(page) });
  await expect(page.getByTestId('drop-hint')).toBeVisible();
  await page.getByTestId('drag-ghost').evaluate((ghost: HTMLElement, { clientX, clientY }) => {
    ghost.style.left = `${clientX}px`;
    ghost.style.top = `${clientY}px`;
  }, at);
}

const photographed: Answers = {
  service: {
    getFile: ({ params: { file_id: id } }) =>
      ({
        type: 'file',
        id,
        created_at: '2026-11-23T11:47:00Z',
        created_by: people.dev,
        owned_by: people.dev,
        ...pathOf(['12', 'Studio'], ['18', 'Photos']),
      }) as never,
    listVersions: () =>
      ({ entries: [{ type: 'file_version', id: '1' }], total_count: 1, limit: 1, offset: 0 }) as never,
    listFileCollaborations: () =>
      ({
        entries: [
          { type: 'collaboration', id: '1', role: 'editor', status: 'accepted', accessible_by: people.ann },
          { type: 'collaboration', id: '2', role: 'viewer', status: 'accepted', accessible_by: people.carol },
        ],
        limit: 1000,
        next_marker: null,
      }) as never,
  },
};

const megabytes = 1_000_000;

looksLike({
  'files-states': {
    hash: '#/files?folder=16',
    answers: files,
    reach: (page) => expect(row(page, 'walk-through.mp4')).toBeVisible(),
  },
  'files-menu': {
    hash: '#/files?folder=16',
    answers: files,
    reach: async (page, bridge) => {
      bridge.answer(discussed);
      await drawDocument(page);
      await expect(row(page, 'walk-through.mp4')).toBeVisible();
    },
    reopen: async (page) => {
      await page.keyboard.press('Escape');
      await expect(menuOf(page, 'agreement-signed.pdf')).toHaveCount(0);
      await row(page, 'agreement-signed.pdf').click({ button: 'right', position: { x: 240, y: 24 } });
      await expect(menuOf(page, 'agreement-signed.pdf')).toBeVisible();
    },
  },
  'files-selected': {
    hash: '#/files?folder=16',
    answers: files,
    reach: dragThree,
    reopen: moveGhost,
  },
  uploads: {
    hash: '#/files?folder=16',
    answers: files,
    reach: async (page, bridge) => {
      takesDrops(bridge);
      await page.getByRole('button', { name: 'State', exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: 'In sync', exact: true }).press('Enter');
      await expect(page.getByRole('main')).toContainText('8 of 14 items');
      await page.evaluate(() => Object(document.activeElement).blur());
      const waiting = Array.from({ length: 5 }, (_, at) => `photo-0${at + 42}.jpg`);
      await drop(
        page,
        {
          'elevations.dwg': 'refuse',
          'photo-041.jpg': 'send',
          'walk-through-2.mp4': 'hold',
          'tender-package.zip': 'hold',
          'site-survey.tif': 'hold',
          'interview-05.m4a': 'hold',
          ...Object.fromEntries(waiting.map((name) => [name, 'hold' as const])),
        },
        5 * megabytes,
        {
          onto: row(page, 'agreement.docx'),
          sizes: {
            'elevations.dwg': 48 * megabytes,
            'photo-041.jpg': 4.8 * megabytes,
            'walk-through-2.mp4': 1_600 * megabytes,
            'tender-package.zip': 890 * megabytes,
            'site-survey.tif': 260 * megabytes,
            'interview-05.m4a': 64 * megabytes,
          },
          sent: {
            'elevations.dwg': [12 * megabytes],
            'walk-through-2.mp4': [520 * megabytes, 612 * megabytes],
            'tender-package.zip': [491 * megabytes, 571 * megabytes],
            'site-survey.tif': [60 * megabytes, 104 * megabytes],
            'interview-05.m4a': [26 * megabytes, 52 * megabytes],
          },
        },
      );
      await expect(page.getByTestId('drop-batch')).toContainText('Connection lost at 12 of 48 MB');
      await goOn(page);
      await expect(page.getByTestId('drop-batch')).toContainText('MB/s');
      await expect(page.getByTestId('drop-batch')).toContainText('52 MB of 64 MB');
    },
  },
  details: {
    hash: '#/files?folder=16',
    answers: files,
    reach: async (page, bridge) => {
      bridge.answer(discussed);
      await drawDocument(page);
      await row(page, 'agreement-signed.pdf').click();
      await openTab(page, 'Comments');
      const panel = page.getByRole('complementary');
      await expect(panel).toContainText('Fixed in version 3.');
      await expect.poll(() => panel.locator('img').evaluateAll(areDrawn)).toBe(1);
      await panel.getByRole('textbox', { name: /^Comment/ }).pressSequentially('Thanks! Then it’s ready for @Bo');
      await expect(panel.getByRole('option')).toHaveText([/Bob Marsh/, /Bo Lindqvist/]);
    },
  },
  'files-pictures': {
    hash: '#/files?folder=18',
    answers: photos,
    reach: async (page) => {
      await drawPhotos(page);
      await showPictures(page);
      await expect(page.getByRole('option')).toHaveCount(16);
      await expect.poll(() => page.getByRole('option').locator('img').evaluateAll(areDrawn)).toBe(11);
      for (const name of ['harbour-dusk.jpg', 'living-room.jpg']) {
        await tile(page, name).hover();
        await tick(tile(page, name));
      }
    },
    reopen: (page) => tile(page, 'tower-study.jpg').hover(),
  },
  'quick-look': {
    hash: '#/files?folder=18',
    answers: photos,
    reach: async (page, bridge) => {
      bridge.answer(photographed);
      await drawPhotos(page);
      await drawPreviews(page);
      await row(page, 'facade-east.jpg').click();
      await row(page, 'facade-east.jpg').press('Space');
      await page.keyboard.press('i');
      await expect(page.getByRole('dialog', { name: 'facade-east.jpg' })).toContainText('Fujifilm X-T5');
      await expect.poll(() => page.getByRole('dialog').locator('img').evaluateAll(areDrawn)).toBeGreaterThan(8);
    },
  },
});
