import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Answers } from '../fake-bridge.ts';
import { folderOf, listedFile, listedFolder, pathState } from '../folder-answers.ts';
import { draw, drawn } from './drawings.ts';
import { by, pathOf } from './files.ts';
import { people } from './people.ts';

const photo = (id: string, name: string, size: number): ReturnType<typeof listedFile> =>
  listedFile(id, name, {
    ...by(people.dev, '2026-10-24T10:00:00Z', size),
    ...(pathOf(['12', 'Studio'], ['18', 'Photos']) as object),
    sha1: id.padStart(40, '0'),
  });

const idOf = (name: string): string => String(drawn.indexOf(name) + 1);

/** A folder of photos, with folders above them. */
export const photos: Answers = {
  'window.address': ({ path }) => ({ path }),
  ...folderOf(
    [
      listedFolder('20', 'Site visits'),
      listedFolder('21', 'Client picks', { has_collaborations: true }),
      listedFolder('22', 'Renders'),
      listedFolder('23', 'Scans'),
      ...drawn.map((name, at) => photo(idOf(name), name, 3_400_000 + ((at * 1_370_000) % 4_100_000))),
      photo('12', 'walk-through.mp4', 61_000_000),
    ],
    [
      pathState('22', { status: 'excluded' }),
      pathState(idOf('tower-study.jpg'), { status: 'syncing', progress: 0.6 }),
      pathState(idOf('arches-rome.jpg'), { status: 'excluded' }),
      pathState(idOf('plot-north.jpg'), { status: 'waiting', code: 'item_locked' }),
    ],
    { id: '18', name: 'Photos', ...pathOf(['12', 'Studio']) } as never,
  ),
  'selection.states': () => ({
    ids: ['20', '21', '22', '23'],
    states: ['synced', 'synced', 'not_synced', 'synced'],
    files: [38, 12, 61, 9],
    isListed: true,
  }),
};

/** The photo of an address; one of another file is the photo of its number. */
function drawingAt(url: string): string {
  const id = Number(/(?<=(?:thumbnail|preview)\/)\d+/.exec(url)?.[0] ?? '1');
  return draw(drawn[(id - 1) % drawn.length] ?? '');
}

export async function drawPhotos(page: Page): Promise<void> {
  await page.route('**/content/thumbnail/**', (route) =>
    route.fulfill({ body: drawingAt(route.request().url()), contentType: 'image/svg+xml' }),
  );
}

/** The photos themselves, with what the camera wrote into them. */
export async function drawPreviews(page: Page): Promise<void> {
  await page.route('**/content/preview/**', async (route) => {
    const drawing = sharp(Buffer.from(drawingAt(route.request().url())), { density: 288 });
    const taken = {
      DateTimeOriginal: '2026:11:18 16:20:05',
      FNumber: '28/10',
      ExposureTime: '1/250',
      FocalLength: '23/1',
    };
    const picture = drawing.withExif({
      IFD0: { Make: 'Fujifilm', Model: 'X-T5' },
      IFD2: { ...taken, ISOSpeedRatings: '400' },
    });
    await route.fulfill({ body: await picture.jpeg().toBuffer(), contentType: 'image/jpeg' });
  });
}
