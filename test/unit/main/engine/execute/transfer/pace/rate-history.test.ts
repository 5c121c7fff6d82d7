import { expect, test } from 'vitest';
import { createRateHistory } from '../../../../../../../main/engine/execute/transfer/pace/rate-history.ts';

function openHistory() {
  let nowMs = 1_000_000;
  const history = createRateHistory({ nowMs: () => nowMs });
  return {
    history,
    pass: (ms: number): void => {
      nowMs += ms;
    },
  };
}

test('the rates of past spans are kept, with zeros where nothing moved', () => {
  const { history, pass } = openHistory();
  expect(history.samples()).toEqual([]);
  history.moved('up', 20_000);
  pass(4_000);
  history.moved('up', 5_000);
  history.moved('down', 500);
  // The current span is not over.
  expect(history.samples()).toEqual([]);
  pass(11_000);
  history.moved('down', 10_000);
  expect(history.samples()).toEqual([
    { atMs: 1_005_000, up: 5_000, down: 100 },
    { atMs: 1_010_000, up: 0, down: 0 },
    { atMs: 1_015_000, up: 0, down: 0 },
  ]);
});

test('only five minutes are kept', () => {
  const { history, pass } = openHistory();
  for (let span = 0; span < 200; span += 1) {
    history.moved('down', 5_000);
    pass(5_000);
  }
  expect(history.samples()).toHaveLength(60);
  pass(150_000);
  expect(history.samples().filter(({ down }) => down > 0)).toHaveLength(30);
  pass(150_000);
  expect(history.samples()).toEqual([]);
});
