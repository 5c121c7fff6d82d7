import { expect, test } from 'vitest';
import { areaPath, linePath } from '../../../../../renderer/components/layout/line-path.ts';

const scale = { from: 100, span: 10, top: 200 };

test('a line runs from the first moment at the left to the last at the right, with zero at the bottom', () => {
  const points = { times: [100, 105, 110], values: [0, 100, 200] };
  const line = 'M0 100C16.67 83.33 33.33 66.67 50 50C66.67 33.33 83.33 16.67 100 0';
  expect(linePath(points, scale)).toBe(line);
  expect(areaPath(points, scale)).toBe(`${line}V100H0Z`);
});

test('it has a gap where no value is known, and its area as well', () => {
  const points = { times: [100, 102, 104, 106, 108], values: [null, 50, 100, null, 200] };
  expect(linePath(points, scale)).toBe('M20 75C26.67 66.67 33.33 58.33 40 50M80 0');
  expect(areaPath(points, scale)).toBe('M20 75C26.67 66.67 33.33 58.33 40 50V100H20ZM80 0V100H80Z');
});

test('a line that turns is level there, so that it never goes beyond its values', () => {
  const points = { times: [100, 105, 110], values: [0, 200, 0] };
  expect(linePath(points, scale)).toBe('M0 100C16.67 66.67 33.33 0 50 0C66.67 0 83.33 66.67 100 100');
});

test('without a value there is nothing to draw', () => {
  expect(linePath({ times: [], values: [] }, scale)).toBe('');
  expect(areaPath({ times: [100], values: [null] }, scale)).toBe('');
});
