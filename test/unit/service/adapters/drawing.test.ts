import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDrawing } from '../../../../service/adapters/thumbnailer/drawing.ts';
import { type DrawingPlace, drawingPlace } from '../../../../service/adapters/thumbnailer/drawing-helper.ts';
import { loadPdfPages } from '../../../../service/adapters/thumbnailer/pdf-pages.ts';
import { createThumbnailer } from '../../../../service/adapters/thumbnailer/thumbnailer.ts';
import type { DrawableContent, Thumbnail } from '../../../../service/ports/thumbnailer.ts';
import { pdfOf } from '../../../support/files/tiny-media.ts';

const contentOf = (bytes: Uint8Array) => ({
  sha1: 'a',
  sizeBytes: bytes.length,
  open: async () =>
    (async function* () {
      yield bytes;
    })(),
});
/** Content whose last byte comes after this time of a fake clock. */
const slow = (bytes: Uint8Array, ms: number, onDelivered = (): void => undefined): DrawableContent => ({
  ...contentOf(bytes),
  open: async () =>
    (async function* () {
      yield bytes;
      vi.advanceTimersByTime(ms);
      onDelivered();
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

async function formOf(thumbnail: Thumbnail): Promise<Metadata> {
  if (thumbnail.kind !== 'picture') throw new Error(`It is ${thumbnail.kind}, not a picture.`);
  return sharp(thumbnail.bytes).metadata();
}

test.each(['process', 'thread'] as const)(
  'a %s draws, survives files that are no picture and no document, and can be started again',
  async (place) => {
    for (let start = 0; start < 2; start++) {
      const drawing = createDrawing(place);
      for (const broken of ['no picture', '%PDF-1.7 without an object']) {
        expect(await drawing.draw(contentOf(Buffer.from(broken)), wish)).toEqual({ kind: 'none' });
      }
      const drawn = await drawing.draw(contentOf(await picture()), wish);
      expect(await formOf(drawn)).toMatchObject({ format: 'jpeg', width: 64, height: 43 });
      const page = await drawing.draw(contentOf(pdf({ draw: leftHalfRed })), wish);
      expect(await formOf(page)).toMatchObject({ format: 'jpeg', width: 64, height: 38 });
      expect(drawing.isPossible).toBe(true);
      await drawing.close();
    }
  },
);

test('nowhere, nothing is drawn', async () => {
  const drawing = createDrawing('nowhere');
  const drawn = await drawing.draw(contentOf(await picture()), wish);
  expect([drawn, drawing.isPossible]).toEqual([{ kind: 'none' }, false]);
  await drawing.close();
});

describe('a passing fault leaves no content without a thumbnail:', () => {
  test('one that cannot be read is drawn as soon as it can', async () => {
    const thumbnailer = createThumbnailer();
    const content = contentOf(await picture());
    const error = new Error('The store is unavailable.');
    const unreadable = async () => Promise.reject(error);
    expect(await thumbnailer.draw({ ...content, open: unreadable }, wish, 'ann')).toEqual({
      kind: 'unreadable',
      error,
    });
    expect(await thumbnailer.draw(content, wish, 'ann')).toMatchObject({ kind: 'picture' });
    await thumbnailer.close();
  });

  test('one for which no helper could be started is drawn by the next', async () => {
    const thumbnailer = createThumbnailer();
    const content = contentOf(await picture());
    const { execPath } = process;
    process.execPath = '/nonexistent/node';
    const failed = await thumbnailer.draw(content, wish, 'ann').finally(() => {
      process.execPath = execPath;
    });
    expect(failed).toEqual({ kind: 'later' });
    expect(await thumbnailer.draw(content, wish, 'ann')).toMatchObject({ kind: 'picture' });
    await thumbnailer.close();
  });
});

describe('people take turns:', () => {
  const house = async () => {
    const thumbnailer = createThumbnailer();
    const bytes = await picture();
    const begun: string[] = [];
    const released = Promise.withResolvers<void>();
    /** A content that begins to be drawn at once, and is read only when it is released. */
    const held = (name: string) => ({
      sha1: name,
      sizeBytes: bytes.length,
      open: async () => {
        begun.push(name);
        await released.promise;
        return contentOf(bytes).open();
      },
    });
    return {
      thumbnailer,
      begun,
      release: () => released.resolve(),
      draw: (person: string, name: string) => thumbnailer.draw(held(name), wish, person),
    };
  };

  test('one person’s long line delays others by one picture, and all of it is drawn', async () => {
    const { thumbnailer, begun, release, draw } = await house();
    const ofAnn = Array.from({ length: 100 }, (_, index) => draw('ann', `ann ${index}`));
    await expect.poll(() => begun).toEqual(['ann 0']);
    const ofBob = draw('bob', 'bob');
    release();
    expect(await ofBob).toMatchObject({ kind: 'picture' });
    expect(begun.slice(0, 2)).toEqual(['ann 0', 'bob']);
    await Promise.all(ofAnn);
    await expect.poll(() => begun).toHaveLength(101);
    await thumbnailer.close();
  });

  test('a person with 200 waiting pictures is asked to retry', async () => {
    const { thumbnailer, begun, release, draw } = await house();
    const ofAnn = Array.from({ length: 203 }, (_, index) => draw('ann', `ann ${index}`));
    await expect.poll(() => begun).toEqual(['ann 0']);
    expect(await Promise.all(ofAnn.slice(201))).toEqual(Array(2).fill({ kind: 'later' }));
    const closed = thumbnailer.close();
    release();
    await closed;
  });

  test('a picture that two people want is drawn once, when the first of them has their turn', async () => {
    const { thumbnailer, begun, release, draw } = await house();
    const ofAnn = ['a', 'b', 'c', 'shared'].map((name) => draw('ann', name));
    const ofBob = draw('bob', 'shared');
    release();
    expect(await ofBob).toMatchObject({ kind: 'picture' });
    await Promise.all(ofAnn);
    await expect.poll(() => begun).toEqual(['a', 'shared', 'b', 'c']);
    await thumbnailer.close();
  });
});

/** Draws with a program in place of the helper, which runs this code for each order. */
async function drawnBy(onOrder: string, content: DrawableContent): Promise<Thumbnail> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tandem-drawing-'));
  const program = path.join(folder, 'helper.cjs');
  const { execPath } = process;
  const source = `process.on('message', ({ kind }) => { ${onOrder} }); process.send({ kind: 'ready' });`;
  await writeFile(program, `#!${execPath}\n${source}\n`, { mode: 0o700 });
  const drawing = createDrawing('process');
  process.execPath = program;
  try {
    return await drawing.draw(content, wish);
  } finally {
    process.execPath = execPath;
    await drawing.close();
    await rm(folder, { recursive: true });
  }
}

// On Windows a script cannot replace the program of Node.
describe.runIf(process.platform !== 'win32')('a helper that ends while it draws', () => {
  test.each([
    ['is killed by the system, as when memory runs out', `process.kill(process.pid, 'SIGKILL')`, 'later'],
    ['crashes', `process.kill(process.pid, 'SIGSEGV')`, 'none'],
    ['exits', 'process.exit(1)', 'none'],
  ])('and %s', async (_how, end, kind) => {
    expect(await drawnBy(`if (kind === 'end') ${end}`, contentOf(await picture()))).toEqual({ kind });
  });
});

describe('a content that the store delivers slowly', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('within the deadline is drawn, with as much time as any other', async () => {
    const bytes = await picture();
    const delivered = Promise.withResolvers<void>();
    const drawing = createDrawing('process');
    const drawn = drawing.draw(
      slow(bytes, 9_700, () => delivered.resolve()),
      wish,
    );
    await delivered.promise;
    await new Promise(setImmediate);
    vi.advanceTimersByTime(5_000);
    expect(await drawn).toMatchObject({ kind: 'picture' });
    await drawing.close();
  });

  test('after the deadline is drawn another time', async () => {
    const drawing = createDrawing('process');
    expect(await drawing.draw(slow(await picture(), 10_000), wish)).toEqual({ kind: 'later' });
    await drawing.close();
  });
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
