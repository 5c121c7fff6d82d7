import { expect, test } from 'vitest';
import { daysLine } from '../../../../../../renderer/features/settings/sync/days-line.ts';

test.each([
  [[1, 2, 3, 4, 5], 'Monday to Friday'],
  [[0, 6], 'Saturday, Sunday'],
  [[0, 5, 6], 'Friday to Sunday'],
  [[1, 3, 5], 'Monday, Wednesday, Friday'],
  [[0, 1, 2, 3, 4, 5, 6], 'Every day'],
  [[], 'No day'],
])('%j reads as %s', (weekdays, line) => {
  expect(daysLine(weekdays)).toBe(line);
});
