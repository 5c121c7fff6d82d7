import { describe, expect, it } from 'vitest';
import type { TransferProgress } from '../../../../../../main/engine/model/transfer/transfer-progress.ts';
import { commonPlace, groupTransfers, isInGroup } from '../../../../../../main/engine/report/status/transfer-groups.ts';

const transfer = (id: string, change: Partial<TransferProgress> = {}): TransferProgress => ({
  id,
  key: '1/5',
  direction: 'up',
  label: `Notes/${id}.md`,
  state: 'active',
  bytesDone: 10,
  bytesTotal: 100,
  bytesPerSecond: 45,
  secondsLeft: 2,
  parts: null,
  ...change,
});
const small = (count: number, change: Partial<TransferProgress> = {}) =>
  Array.from({ length: count }, (_, at) => transfer(`${at}`, change));

describe('small files of one folder and direction', () => {
  it('are a group with the sum of their bytes and rates', () => {
    const film = transfer('film', { bytesTotal: 4_000_000_000 });
    const { groups, grouped } = groupTransfers([...small(5), film, ...small(4, { direction: 'down', key: null })]);
    expect(groups.map(({ rootId, direction, files }) => [rootId, direction, files])).toEqual([
      [1, 'up', 5],
      [null, 'down', 4],
    ]);
    expect(groups[0]).toMatchObject({ place: 'Notes', state: 'running', bytesDone: 50, bytesTotal: 500 });
    expect(groups[0]).toMatchObject({ bytesPerSecond: 225, secondsLeft: 2 });
    expect(grouped.has(film)).toBe(false);
    expect(isInGroup(film, { rootId: 1, direction: 'up' })).toBe(false);
    expect(isInGroup(transfer('a'), { rootId: 1, direction: 'up' })).toBe(true);
    expect(isInGroup(transfer('a'), { rootId: null, direction: 'up' })).toBe(false);
  });

  it('stay apart while they are few', () => {
    expect(groupTransfers(small(3)).groups).toEqual([]);
  });
});

it('the common folder ends at whole names', () => {
  expect(commonPlace([])).toBe('');
  expect(commonPlace(['a/b', 'a/b'])).toBe('a/b');
  expect(commonPlace(['a/bc', 'a/b'])).toBe('a');
  expect(commonPlace(['a/b', 'a'])).toBe('a');
  expect(commonPlace(['a', ''])).toBe('');
});
