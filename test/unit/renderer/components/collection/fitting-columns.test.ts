import { describe, expect, test } from 'vitest';
import { fitting } from '../../../../../renderer/components/collection/use-fitting-columns.ts';

const columns = [
  { id: 'name', width: 'minmax(9rem, 1fr)' },
  { id: 'state', width: '10.5rem', mayGo: true },
  { id: 'date', width: '8rem', mayGo: true },
  { id: 'size', width: '6rem' },
];

describe('the columns that a table has room for', () => {
  test.each([
    [33.5, ['name', 'state', 'date', 'size']],
    [33.25, ['name', 'state', 'size']],
    [25.25, ['name', 'size']],
    [5, ['name', 'size']],
  ])('%d rem', (widthRem, expected) => {
    expect(fitting(columns, widthRem).map(({ id }) => id)).toEqual(expected);
  });

  test('all of them, the very same list, while it is not measured', () => {
    expect(fitting(columns, null)).toBe(columns);
  });
});
