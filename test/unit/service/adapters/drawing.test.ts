import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDrawing } from '../../../../service/adapters/thumbnailer/drawing.ts';
import { type DrawingPlace, drawingPlace } from '../../../../service/adapters/thumbnailer/drawing-helper.ts';

const contentOf = (bytes: Uint8Array) => ({
  sha1: 'a',
  sizeBytes: bytes.length,
  open: async () =>
    (async function* () {
      yield bytes;
    })(),
});
const wish = { format: 'jpg', side: 64 } as const;
const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#c81e1e' } })
    .png()
    .toBuffer();

test.each<[string | undefined, NodeJS.Platform, DrawingPlace]>([
  [undefined, 'linux', 'process'],
  [undefined, 'win32', 'process'],
  ['45.4.1', 'darwin', 'thread'],
  ['45.4.1', 'win32', 'thread'],
  ['45.4.1', 'linux', 'nowhere'],
])('Electron %s on %s: pictures are drawn in a %s', (electron, platform, expected) => {
  expect(drawingPlace(electron, platform)).toBe(expected);
});

test.each(['process', 'thread'] as const)(
  'a %s draws, survives a file that is not a picture, and can be started again',
  async (place) => {
    for (let start = 0; start < 2; start++) {
      const drawing = createDrawing(place);
      expect(await drawing.draw(contentOf(Buffer.from('no picture')), wish)).toBeNull();
      const drawn = await drawing.draw(contentOf(await picture()), wish);
      expect(await sharp(drawn ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 43 });
      expect(drawing.isPossible).toBe(true);
      await drawing.close();
    }
  },
);

test('nowhere, nothing is drawn', async () => {
  const drawing = createDrawing('nowhere');
  expect([await drawing.draw(contentOf(await picture()), wish), drawing.isPossible]).toEqual([null, false]);
  await drawing.close();
});
