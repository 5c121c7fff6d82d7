import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeWindow, readWindowState, writeWindowState } from '../../../../../main/shell/window/window-state.ts';

const laptop = { x: 0, y: 0, width: 1440, height: 860 };
const second = { x: 1440, y: 0, width: 2560, height: 1400 };
const kept = (x: number, y: number, width: number, height: number, isMaximized = false) => ({
  bounds: { x, y, width, height },
  isMaximized,
});

describe('where the window opens', () => {
  test('as it was, while its screen is there', () => {
    expect(placeWindow(kept(1600, 100, 1200, 900, true), [laptop, second])).toEqual({
      bounds: { x: 1600, y: 100, width: 1200, height: 900 },
      isMaximized: true,
    });
  });

  test('in the middle, when its screen was unplugged', () => {
    expect(placeWindow(kept(2000, 100, 1200, 800), [laptop]).bounds).toEqual({ width: 1200, height: 800 });
  });

  test('in the middle, when its title bar cannot be reached', () => {
    expect(placeWindow(kept(100, -200, 1200, 800), [laptop]).bounds).not.toHaveProperty('x');
    expect(placeWindow(kept(100, 850, 1200, 800), [laptop]).bounds).not.toHaveProperty('x');
    expect(placeWindow(kept(-1180, 100, 1200, 800), [laptop]).bounds).not.toHaveProperty('x');
  });

  test('on the first start, wide enough for the details of an item beside their list', () => {
    // Both sides of the border around the page, and the 1,200 pixels from which the details are a panel.
    expect(placeWindow(null, [laptop]).bounds.width).toBeGreaterThanOrEqual(1_200 + 2 * 8);
    expect(placeWindow(null, [laptop]).bounds.height).toBeLessThanOrEqual(laptop.height);
  });

  test('no larger than the largest screen, no smaller than can be used', () => {
    expect(placeWindow(kept(0, 0, 4000, 3000), [laptop]).bounds).toMatchObject({ width: 1440, height: 860 });
    expect(placeWindow(kept(0, 0, 10, 10), [laptop]).bounds).toMatchObject({ width: 360, height: 480 });
    expect(placeWindow(null, [{ x: 0, y: 0, width: 800, height: 600 }]).bounds).toEqual({ width: 800, height: 600 });
  });
});

describe('the file of the window', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tandem-window-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test('keeps the state, also in a folder that does not exist yet', () => {
    const file = path.join(folder, 'deep', 'window.json');
    writeWindowState(file, kept(1, 2, 700, 800, true));
    expect(readWindowState(file)).toEqual(kept(1, 2, 700, 800, true));
  });

  test.each(['', '{"bounds":', '{"bounds":{"x":1}}', '[]', '{"bounds":{"x":"1","y":2,"width":3,"height":4}}'])(
    'that holds %s is as good as none',
    async (text) => {
      const file = path.join(folder, 'window.json');
      await writeFile(file, text);
      expect(readWindowState(file)).toBeNull();
    },
  );

  test('that cannot be written costs nothing but the place', async () => {
    const file = path.join(folder, 'taken', 'window.json');
    await writeFile(path.join(folder, 'taken'), 'a file where the folder should be');
    expect(() => writeWindowState(file, kept(1, 2, 700, 800))).not.toThrow();
    expect(await readFile(path.join(folder, 'taken'), 'utf8')).toBe('a file where the folder should be');
  });
});
