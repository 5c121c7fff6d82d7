import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { createTransferBoard } from '../../../../../../main/engine/execute/transfer/transfer-board.ts';

/** Transfers that the test begins, advances and ends, by a clock that it sets. */
function openBoard() {
  let nowMs = 1_000_000;
  const board = createTransferBoard({ nowMs: () => nowMs });
  const add = (direction: 'up' | 'down', bytesTotal: number) =>
    board.add({ direction, label: 'a', key: null, bytesTotal, signal: undefined });
  return {
    board,
    add,
    begin(direction: 'up' | 'down', bytesTotal: number) {
      const item = add(direction, bytesTotal);
      item.begin();
      return item;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    now: () => nowMs,
  };
}

const still = { upBytesPerSecond: 0, downBytesPerSecond: 0 };

test('the rate is that of all transfers in a direction, also when each is too short for one of its own', () => {
  const { board, begin, pass, now } = openBoard();
  expect(board.flow()).toEqual({ ...still, movedBytes: 0, movedAtMs: null });
  for (let file = 0; file < 300; file += 1) {
    const item = begin('up', 4_096);
    pass(10);
    item.progress(4_096);
    item.end();
  }
  expect(board.flow()).toEqual({
    upBytesPerSecond: 409_600,
    downBytesPerSecond: 0,
    movedBytes: 300 * 4_096,
    movedAtMs: now(),
  });
  // All is over, and a moment later nothing is said to go.
  pass(1_001);
  expect(board.flow()).toEqual({ ...still, movedBytes: 300 * 4_096, movedAtMs: now() - 1_001 });
});

test('after a rest the rate is that of the new transfers alone, at once', () => {
  const { board, begin, pass } = openBoard();
  begin('down', 10).end();
  pass(3_600_000);
  const item = begin('down', 1_000_000);
  for (let step = 1; step <= 10; step += 1) {
    pass(100);
    item.progress(step * 10_000);
  }
  expect(board.flow().downBytesPerSecond).toBe(100_000);
});

test('one that leaves before its turn takes nothing from the rate of the others', () => {
  const { board, add, begin, pass } = openBoard();
  const item = begin('up', 1_000_000);
  add('up', 10).end();
  for (let step = 1; step <= 3; step += 1) {
    pass(2_000);
    item.progress(step * 20_000);
  }
  pass(1_500);
  expect(board.flow().upBytesPerSecond).toBeGreaterThan(0);
});

test('transfers that have ended leave nothing on the signal of those that wanted them', () => {
  const { board } = openBoard();
  const { signal } = new AbortController();
  for (const direction of ['up', 'down'] as const) {
    board.add({ direction, label: 'a', key: null, bytesTotal: 1, signal }).end();
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('resent bytes are no step back, and a pause stops the flow', () => {
  const { board, begin, pass } = openBoard();
  const item = begin('up', 1_000);
  pass(1_000);
  item.progress(500);
  item.progress(0);
  pass(1_000);
  item.progress(500);
  expect(board.flow().upBytesPerSecond).toBe(500);
  board.gate.close();
  expect(board.flow()).toMatchObject(still);
});

test('[P80] bytes of an earlier try count as done, not towards the rate; a fresh start sends them all', () => {
  const { board, begin, pass } = openBoard();
  const item = begin('up', 10_000);
  item.had(4_000);
  item.progress(4_000);
  pass(1_000);
  item.progress(4_500);
  item.had(3_000);
  item.progress(7_500);
  expect(board.list()[0]).toMatchObject({ bytesDone: 7_500, bytesPerSecond: 500, secondsLeft: 5 });
  expect(board.flow()).toMatchObject({ upBytesPerSecond: 500, movedBytes: 500 });
  item.progress(0);
  pass(1_000);
  item.progress(1_000);
  expect(board.list()[0]).toMatchObject({ bytesDone: 1_000, bytesPerSecond: 1_000, secondsLeft: 9 });
  expect(board.flow()).toMatchObject({ movedBytes: 1_500 });
});
