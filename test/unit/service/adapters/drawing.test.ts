import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createDrawing } from '../../../../service/adapters/thumbnailer/drawing.ts';
import { type DrawingPlace, drawingPlace } from '../../../../service/adapters/thumbnailer/drawing-helper.ts';
import { loadPdfPages } from '../../../../service/adapters/thumbnailer/pdf-pages.ts';
import { pdfOf } from '../../../support/files/tiny-media.ts';

const contentOf = (bytes: Uint8Array) => ({
  sha1: 'a',
  sizeBytes: bytes.length,
  open: async () =>
    (async function* () {
      yield bytes;
    })(),
});
const leftHalfRed = '1 0 0 rg 0 0 100 120 re f';
const pdf = (options: Parameters<typeof pdfOf>[0]) => Buffer.from(pdfOf(options), 'latin1');
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
  'a %s draws, survives files that are no picture and no document, and can be started again',
  async (place) => {
    for (let start = 0; start < 2; start++) {
      const drawing = createDrawing(place);
      expect(await drawing.draw(contentOf(Buffer.from('no picture')), wish)).toBeNull();
      expect(await drawing.draw(contentOf(Buffer.from('%PDF-1.7 without an object')), wish)).toBeNull();
      const drawn = await drawing.draw(contentOf(await picture()), wish);
      expect(await sharp(drawn ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 43 });
      const page = await drawing.draw(contentOf(pdf({ draw: leftHalfRed })), wish);
      expect(await sharp(page ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 38 });
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

describe('the first page of a PDF', () => {
  test('is drawn on white, in its colours, within the square', async () => {
    const { width, height, data } = await (await loadPdfPages()).drawFirst(pdf({ draw: leftHalfRed }), 100);
    const pixelAt = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    expect([width, height, data.length]).toEqual([100, 60, 100 * 60 * 4]);
    expect([pixelAt(10, 30), pixelAt(90, 30)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
  });

  test.each([
    [14_400, 14_400, 100, 100],
    [14_400, 7_200, 100, 50],
    [14_400, 1, 100, 1],
    [1e9, 1e9, 100, 100],
    [9, 18, 50, 100],
  ])('a page of %s × %s points takes no more pixels: %s × %s', async (width, height, ...drawn) => {
    const page = await (await loadPdfPages()).drawFirst(pdf({ width, height }), 100);
    expect([page.width, page.height]).toEqual(drawn);
  });

  test('content that needs too much memory is refused, and the next document is drawn', async () => {
    const pages = await loadPdfPages(24 * 1024 ** 2);
    const greedy = pdf({ draw: ' '.repeat(24 * 1024 ** 2), isPacked: true });
    await expect(pages.drawFirst(greedy, 100)).rejects.toThrow('Aborted');
    expect((await pages.drawFirst(pdf({}), 100)).width).toBe(100);
  });
});
