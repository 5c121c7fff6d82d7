import { expect, test } from 'vitest';
import { itemId } from '../../../../../../main/engine/model/ids.ts';
import { createCarriedOut } from '../../../../../../main/engine/root/state/carried-out.ts';

const MINUTE_MS = 60_000;

test('[P31] deletes of a quarter of an hour are counted together, each direction by itself', () => {
  const carriedOut = createCarriedOut();
  for (let minute = 0; minute < 20; minute++) carriedOut.deleted('to-remote', 10, minute * MINUTE_MS);
  carriedOut.deleted('to-local', 3, 19 * MINUTE_MS);
  const counts = (nowMs: number) => {
    const lately = carriedOut.lately(nowMs);
    return [lately['to-remote'].deleted, lately['to-local'].deleted];
  };
  expect(counts(19 * MINUTE_MS)).toEqual([150, 3]);
  expect(counts(30 * MINUTE_MS)).toEqual([40, 3]);
  expect(counts(60 * MINUTE_MS)).toEqual([0, 0]);
});

test('[P31] a delete that a new item made up for does not count; a new item from before it makes up for none', () => {
  const carriedOut = createCarriedOut();
  for (let item = 0; item < 5; item++) carriedOut.made('to-remote');
  carriedOut.deleted('to-remote', 4, 0);
  carriedOut.made('to-local');
  expect(carriedOut.lately(0)['to-remote'].deleted).toBe(4);
  for (let item = 0; item < 5; item++) carriedOut.made('to-remote');
  expect(carriedOut.lately(0)['to-remote'].deleted).toBe(0);
});

test('[P31] a file that is rewritten again and again is one, until it has been left alone for a quarter of an hour', () => {
  const carriedOut = createCarriedOut();
  for (let minute = 0; minute < 20; minute++) {
    if (minute === 10) carriedOut.rewritten('to-remote', itemId('8'), minute * MINUTE_MS);
    carriedOut.rewritten('to-remote', itemId('7'), minute * MINUTE_MS);
  }
  const { rewritten } = carriedOut.lately(24 * MINUTE_MS)['to-remote'];
  expect([rewritten.size, rewritten.has(itemId('7')), rewritten.has(itemId('8'))]).toEqual([2, true, true]);
  expect(carriedOut.lately(26 * MINUTE_MS)['to-remote'].rewritten.size).toBe(1);
});

test('[P31] after a decision of the user, or with a clock that was set back, nothing of it counts', () => {
  const carriedOut = createCarriedOut();
  carriedOut.deleted('to-local', 5, 9 * MINUTE_MS);
  carriedOut.rewritten('to-local', itemId('7'), 9 * MINUTE_MS);
  expect(carriedOut.lately(0)).toMatchObject({ 'to-local': { deleted: 0, rewritten: new Map() } });
  carriedOut.deleted('to-local', 5, 9 * MINUTE_MS);
  carriedOut.forget();
  expect(carriedOut.lately(9 * MINUTE_MS)['to-local'].deleted).toBe(0);
});
