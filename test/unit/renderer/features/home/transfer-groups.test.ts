import { describe, expect, it } from 'vitest';
import type { TransferStatus } from '../../../../../preload/ipc/shapes/status.ts';
import { commonPlace, shownTransfers, sumOf } from '../../../../../renderer/features/home/transfer-groups.ts';

const transfer = (id: string, change: Partial<TransferStatus> = {}): TransferStatus => ({
  id,
  rootId: 1,
  direction: 'up',
  name: `${id}.md`,
  place: 'Notes',
  state: 'running',
  bytesDone: 10,
  bytesTotal: 100,
  bytesPerSecond: 45,
  secondsLeft: 2,
  parts: null,
  sentence: null,
  canCancel: true,
  ...change,
});
const small = (count: number, change: Partial<TransferStatus> = {}) =>
  Array.from({ length: count }, (_, at) => transfer(`${change.direction ?? 'up'} ${at}`, change));

describe('the lines of the list of transfers', () => {
  const lines = (transfers: readonly TransferStatus[]) =>
    shownTransfers(transfers).map((line) => (line.kind === 'one' ? line.transfer.id : line.transfers.length));

  it('put small files of one direction together, below the large ones', () => {
    const film = transfer('film', { bytesTotal: 4_000_000_000 });
    expect(lines([...small(5), film, ...small(4, { direction: 'down' })])).toEqual(['film', 5, 4]);
  });

  it('keep a few small files apart, and one with a problem', () => {
    expect(lines(small(3))).toEqual(['up 0', 'up 1', 'up 2']);
    expect(lines([...small(4), transfer('late', { sentence: 'Locked by Bob.' })])).toEqual(['late', 4]);
  });
});

it('small files together have the sum of their bytes and rates', () => {
  expect(sumOf([transfer('a', { place: 'Notes/2026' }), transfer('b', { place: 'Notes/2027/May' })])).toEqual({
    bytesDone: 20,
    bytesTotal: 200,
    bytesPerSecond: 90,
    secondsLeft: 2,
    place: 'Notes',
    state: 'running',
  });
});

it('the common folder ends at whole names', () => {
  expect(commonPlace([])).toBe('');
  expect(commonPlace(['a/b', 'a/b'])).toBe('a/b');
  expect(commonPlace(['a/bc', 'a/b'])).toBe('a');
  expect(commonPlace(['a/b', 'a'])).toBe('a');
  expect(commonPlace(['a', ''])).toBe('');
});
