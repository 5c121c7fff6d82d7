import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Answers } from './fake-bridge.ts';
import { folderOf, listedFile, listedFolder, pathState, syncedTop } from './folder-answers.ts';
import { by, people } from './scenes.ts';

const photo = (id: string, name: string): ReturnType<typeof listedFile> =>
  listedFile(id, name, { ...by(people.dev, '2026-10-24T10:00:00Z', 4_800_000), sha1: id.padStart(40, '0') });

/** A folder of photos, with folders above them. */
export const photos: Answers = {
  'window.address': ({ path }) => ({ path }),
  ...folderOf(
    [
      listedFolder('20', 'Site visits'),
      listedFolder('21', 'Client picks', { has_collaborations: true }),
      listedFolder('22', 'Renders'),
      listedFolder('23', 'Scans'),
      ...['facade-east.jpg', 'harbour-dusk.jpg', 'tower-study.jpg', 'plan-level-2.png', 'stairs-model.jpg'].map(
        (name, at) => photo(`${at + 1}`, name),
      ),
      ...['arches-rome.jpg', 'site-by-night.jpg', 'living-room.jpg', 'plot-north.jpg', 'view-west.jpg'].map(
        (name, at) => photo(`${at + 6}`, name),
      ),
      photo('11', 'walk-through.mp4'),
      photo('12', 'planting.jpg'),
    ],
    [pathState('22', { status: 'excluded' }), pathState('3', { status: 'syncing', progress: 0.6 })],
  ),
  ...syncedTop({ 20: 38, 21: 12, 22: 61, 23: 9 }),
};

/** A landscape, from the number of a photo alone. */
function landscape(id: number): string {
  const hue = (id * 67) % 360;
  const hill = 60 + ((id * 29) % 50);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 55% 62%)"/><stop offset="1" stop-color="hsl(${hue + 40} 70% 86%)"/></linearGradient></defs>
    <rect width="320" height="200" fill="url(#sky)"/><circle cx="${80 + hill}" cy="70" r="26" fill="hsl(${hue + 40} 90% 94%)"/>
    <path d="M0 ${hill + 60} Q 90 ${hill} 170 ${hill + 50} T 320 ${hill + 30} V 200 H 0 Z" fill="hsl(${hue + 180} 25% 42%)"/>
    <path d="M0 ${hill + 95} Q 110 ${hill + 40} 210 ${hill + 90} T 320 ${hill + 80} V 200 H 0 Z" fill="hsl(${hue + 190} 35% 26%)"/></svg>`;
}

const numberIn = (url: string): number => Number(/(?<=(?:thumbnail|preview)\/)\d+/.exec(url)?.[0] ?? '0');

export async function drawPhotos(page: Page): Promise<void> {
  await page.route('**/content/thumbnail/**', (route) =>
    route.fulfill({ body: landscape(numberIn(route.request().url())), contentType: 'image/svg+xml' }),
  );
}

/** The photos themselves, with what the camera wrote into them. */
export async function drawPreviews(page: Page): Promise<void> {
  await page.route('**/content/preview/**', async (route) => {
    const drawn = sharp(Buffer.from(landscape(numberIn(route.request().url()))), { density: 288 });
    const taken = {
      DateTimeOriginal: '2026:11:18 16:20:05',
      FNumber: '28/10',
      ExposureTime: '1/250',
      FocalLength: '23/1',
    };
    const photo = drawn.withExif({
      IFD0: { Make: 'Fujifilm', Model: 'X-T5' },
      IFD2: { ...taken, ISOSpeedRatings: '400' },
    });
    await route.fulfill({ body: await photo.jpeg().toBuffer(), contentType: 'image/jpeg' });
  });
}
