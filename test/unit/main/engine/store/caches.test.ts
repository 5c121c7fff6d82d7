import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStoreBench, type StoreBench } from '../../../../support/engine/store-bench.ts';

/** Values that the store keeps in memory are those in its file, whatever became of a change. */
let bench: StoreBench;
beforeEach(() => {
  bench = openStoreBench();
});
afterEach(() => bench.store.close());

const pauses = () => bench.store.roots().map(({ pausedUntilMs }) => pausedUntilMs);
/** Changes within a transaction that fails, and reads what it has changed. */
const failing = (change: () => void, read: () => unknown): void => {
  const fail = () =>
    bench.store.transaction(() => {
      change();
      read();
      throw new Error('planted');
    });
  expect(fail).toThrow('planted');
};

test('a setting is what was set last, and what it was when the change is undone', () => {
  const { store } = bench;
  const read = () => store.setting('name');
  expect(read()).toBeNull();
  store.setSetting('name', 'first');
  expect(read()).toBe('first');
  failing(() => store.setSetting('name', 'second'), read);
  expect(read()).toBe('first');
  failing(() => store.setSetting('name', null), read);
  expect(read()).toBe('first');
});

test('a root is as it was changed last, and as it was when the change is undone', () => {
  const { store, root } = bench;
  expect(pauses()).toEqual([null]);
  store.setPaused(root.id, 7);
  expect(pauses()).toEqual([7]);
  failing(() => store.setPaused(root.id, null), pauses);
  expect(pauses()).toEqual([7]);
  failing(() => store.removeRoot(root.id), pauses);
  expect(pauses()).toEqual([7]);
});
