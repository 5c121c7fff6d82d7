import { expect, test } from 'vitest';
import { areaPath, linePath } from '../../../../../renderer/components/layout/line-path.ts';

const scale = { from: 100, span: 10, top: 200 };

test('a line runs from the first moment at the left to the last at the right, with zero at the bottom', () => {
  const points = { times: [100, 105, 110], values: [0, 100, 200] };
  expect(linePath(points, scale)).toBe('M0 100L50 50L100 0');
  expect(areaPath(points, scale)).toBe('M0 100L50 50L100 0V100H0Z');
});

test('it has a gap where no value is known, and its area as well', () => {
  const points = { times: [100, 102, 104, 106, 108], values: [null, 50, 100, null, 200] };
  expect(linePath(points, scale)).toBe('M20 75L40 50M80 0');
  expect(areaPath(points, scale)).toBe('M20 75L40 50V100H20ZM80 0V100H80Z');
});

test('without a value there is nothing to draw', () => {
  expect(linePath({ times: [], values: [] }, scale)).toBe('');
  expect(areaPath({ times: [100], values: [null] }, scale)).toBe('');
});
