import { expect, test } from 'vitest';
import { wholeNumber } from '../../../../preload/words/whole-number.ts';

test.each([0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 9_007_199_254_740_991])(
  '%i has a comma between its thousands',
  (amount) => {
    expect(wholeNumber(amount)).toBe(amount.toLocaleString('en-US'));
  },
);
