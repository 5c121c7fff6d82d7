import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { OverallState } from '../../preload/ipc/shapes/status.ts';

const folder = path.resolve(import.meta.dirname, '../../assets');
/** Width and height of a PNG file, from its header. */
const sizeOf = (file: string): readonly [number, number] => {
  const bytes = readFileSync(path.join(folder, file));
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test('the icon is there in every size that a system asks for, each of the size that it is named by', () => {
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
  expect(readdirSync(path.join(folder, 'icons')).sort()).toEqual(sizes.map((size) => `${size}x${size}.png`).sort());
  for (const size of sizes) expect(sizeOf(`icons/${size}x${size}.png`)).toEqual([size, size]);
});

test('the tray has an image of each state for light panels, dark ones, both, and templates, on screens of three densities', () => {
  const files = OverallState.options.flatMap((state) =>
    ['-light', '-dark', '-outlined', 'Template'].flatMap((look) =>
      ['', '@2x', '@3x'].map((density) => `${state.replaceAll('_', '-')}${look}${density}.png`),
    ),
  );
  expect(readdirSync(path.join(folder, 'tray')).sort()).toEqual(files.sort());
  for (const file of files) {
    const points = 22 * Number(/@(\d)x/.exec(file)?.[1] ?? 1);
    expect([file, ...sizeOf(`tray/${file}`)]).toEqual([file, points, points]);
  }
});
