import type { Page } from '@playwright/test';
import PQueue from 'p-queue';
import sharp from 'sharp';
import { THUMBNAILS_AT_ONCE } from '../../../preload/ipc/shapes/content.ts';
import type { WebUser } from '../../support/people/web-user.ts';
import type { Figure } from '../figure.ts';
import { frameFigures, timeFrames } from './frames.ts';
import { openList, rowOf } from './scrolling.ts';
import type { WindowBench } from './window-part.ts';
import { openFolder } from './window-place.ts';

const PICTURES = 2_000;
/** Uploaded at once. */
const UPLOADS = 8;
/** The wheel turns by less than a screen, so that every tile is in sight for a moment. */
const TURN_PX = 400;
/** The service draws each picture for the first time. */
const PATIENCE_MS = 120_000;

/** A folder of 2,000 photos scrolled from end to end as a grid, while the service draws their thumbnails. */
export const benchThumbnails: WindowBench = async ({ place, scale, say }) => {
  const count = Math.round(PICTURES * scale);
  say(`window: a folder with ${count} photos`);
  // Outside of the synced folder: the photos are on the service alone.
  const { id } = await place.tandem.web.createFolder('0', 'Photos');
  await addPhotos(place.tandem.web, id, count);
  const requests = countRequests();
  return place.onPage({ view: 'grid', prepare: requests.listen }, async (page) => {
    await openFolder(page, id);
    await rowOf(page, photoName(1)).waitFor();
    const times = await timeFrames(page, () => scrollToEnd(page));
    const start = performance.now();
    await allShown(page);
    const shown = Math.round(performance.now() - start);
    const { all, most } = requests;
    const what = `${count} thumbnails scrolled`;
    return [
      ...frameFigures(what, times),
      { what: `${what}: most requests at a time of ${all()}`, value: most(), unit: '', wanted: THUMBNAILS_AT_ONCE },
      { what: `${what}: until those in sight at the end are there`, value: shown, unit: 'ms' },
    ] satisfies Figure[];
  });
};

const photoName = (index: number): string => `photo ${String(index).padStart(4, '0')}.jpg`;

/** Each of its own colour, because equal contents share a thumbnail. */
async function addPhotos(web: WebUser, folderId: string, count: number): Promise<void> {
  const upload = (index: number) => async (): Promise<void> => {
    const background = { r: index % 256, g: Math.floor(index / 256) * 16, b: 128 };
    const photo = sharp({ create: { width: 1_200, height: 900, channels: 3, background } });
    await web.upload(folderId, photoName(index), await photo.jpeg().toBuffer());
  };
  const queue = new PQueue({ concurrency: UPLOADS });
  await queue.addAll(Array.from({ length: count }, (_, index) => upload(index)));
}

async function scrollToEnd(page: Page): Promise<void> {
  const list = openList(page);
  await list.hover();
  const isAtEnd = () => list.evaluate((at) => at.scrollTop + at.clientHeight >= at.scrollHeight - 1);
  while (!(await isAtEnd())) await page.mouse.wheel(0, TURN_PX);
}

/** Every tile in sight shows its picture, and not the icon of its kind. */
async function allShown(page: Page): Promise<void> {
  const isShown = (list: Element): boolean => {
    const { top, bottom } = list.getBoundingClientRect();
    const inSight = [...list.querySelectorAll('[data-row]')].filter((tile) => {
      const at = tile.getBoundingClientRect();
      return at.bottom > top && at.top < bottom;
    });
    return inSight.every((tile) => tile.querySelector('img')?.complete === true);
  };
  const end = performance.now() + PATIENCE_MS;
  while (!(await openList(page).evaluate(isShown))) {
    if (performance.now() > end) throw new Error('The thumbnails in sight did not arrive.');
    await page.waitForTimeout(20);
  }
}

/** Requests of the page for thumbnails, from when the page sends them until they are answered or given up. */
function countRequests() {
  const running = new Set<object>();
  let all = 0;
  let most = 0;
  return {
    all: () => all,
    most: () => most,
    listen(page: Page): void {
      page.on('request', (request) => {
        if (!request.url().includes('/content/thumbnail/')) return;
        running.add(request);
        all += 1;
        most = Math.max(most, running.size);
      });
      page.on('requestfinished', (request) => running.delete(request));
      page.on('requestfailed', (request) => running.delete(request));
    },
  };
}
