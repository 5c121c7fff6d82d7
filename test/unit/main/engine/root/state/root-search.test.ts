import { expect, test } from 'vitest';
import { createRootSearch } from '../../../../../../main/engine/root/state/root-search.ts';

/** When a missing root is looked for in all likely places, in seconds, if there is a look at every chance. */
function wideLooks(untilMs: number): number[] {
  const search = createRootSearch();
  const wide: number[] = [];
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 1_000) if (search.next(nowMs) === 'wide') wide.push(nowMs / 1_000);
  return wide;
}

test('[E67] a missing root is looked for nearby every five seconds, and everywhere ever more seldom, but once an hour', () => {
  const search = createRootSearch();
  expect([0, 4_999, 5_000, 9_999, 10_000].map((nowMs) => search.next(nowMs))).toEqual([
    'wide',
    null,
    'near',
    null,
    'near',
  ]);
  const looks = wideLooks(8 * 60 * 60_000);
  expect(looks.slice(0, 5)).toEqual([0, 60, 180, 420, 900]);
  expect(looks.slice(-2).reduce((one, other) => other - one)).toBe(3_600);
});

test('[E67] a root that is lost again is looked for at once', () => {
  const search = createRootSearch();
  search.next(0);
  search.end();
  expect(search.next(1)).toBe('wide');
});
