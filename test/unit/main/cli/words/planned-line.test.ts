import { expect, test } from 'vitest';
import { plannedSummary } from '../../../../../main/cli/words/planned-line.ts';

test('[P52] a dry run counts one and many in words that fit', () => {
  expect(plannedSummary({ total: 0, held: 0 })).toBe('Nothing to do.');
  expect(plannedSummary({ total: 1, held: 0 })).toBe('1 step. Nothing was changed.');
  expect(plannedSummary({ total: 2, held: 1 })).toBe(
    '2 steps. 1 delete or rewrite would be held until you decide. Nothing was changed.',
  );
});
