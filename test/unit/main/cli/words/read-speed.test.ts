import { expect, test } from 'vitest';
import { readSpeed } from '../../../../../main/cli/words/read-speed.ts';

test.each([
  ['500k', 500_000],
  ['2M', 2_000_000],
  ['1.5M', 1_500_000],
  ['1G', 1_000_000_000],
  ['none', null],
])('%s', (text, bytesPerSecond) => {
  expect(readSpeed('--up', text)).toBe(bytesPerSecond);
});

test.each(['', '500', '1k', '-2M', 'fast', '2 M', '2MB', '0M'])('“%s” is no speed', (text) => {
  expect(() => readSpeed('--up', text)).toThrow('Invalid --up');
});
