import { expect, test } from 'vitest';
import { eachItem } from '../../../../../renderer/parts/toasts/each-item.ts';
import { CommandRefused } from '../../../../../renderer/state/bridge/bridge.ts';
import type { Item } from '../../../../../renderer/state/items/item.ts';

const itemsOf = (count: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'file', id: `${at}`, name: `${at}.txt` }) as unknown as Item);
const refused = (code: string): CommandRefused => new CommandRefused({ code, message: code, remedy: '' });
const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

test('a refused item does not stop the others, and each is reported in its order', async () => {
  const { done, refused: kept } = await eachItem(itemsOf(20), async ({ id }) => {
    if (id === '2' || id === '11') throw refused('locked');
    // The later ones end first.
    for (let turns = Number(id); turns < 20; turns += 1) await Promise.resolve();
  });
  expect(ids(done)).toEqual(ids(itemsOf(20)).filter((id) => id !== '2' && id !== '11'));
  expect(kept.map(({ item, error }) => [item.id, error.code])).toEqual([
    ['2', 'locked'],
    ['11', 'locked'],
  ]);
});

test('a few requests are under way at a time, and a stop begins no other one', async () => {
  const waiting: (() => void)[] = [];
  const stop = new AbortController();
  const counts: number[] = [];
  const working = eachItem(itemsOf(100), () => new Promise<void>((resolve) => waiting.push(resolve)), {
    signal: stop.signal,
    onProgress: (count) => counts.push(count),
  });
  await expect.poll(() => waiting.length).toBe(8);
  waiting.shift()?.();
  await expect.poll(() => [waiting.length, counts]).toEqual([8, [1]]);
  stop.abort();
  for (const end of waiting) end();
  const { done, refused: kept } = await working;
  expect([done.length, kept]).toEqual([9, []]);
});

test('a refusal that every item would meet stops the others', async () => {
  let asked = 0;
  const { done, refused: kept } = await eachItem(itemsOf(100), async () => {
    asked += 1;
    throw refused('offline');
  });
  expect([done, kept.length, asked]).toEqual([[], asked, 8]);
});

test('an error that is no refusal is passed on', async () => {
  await expect(eachItem(itemsOf(1), () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
});
