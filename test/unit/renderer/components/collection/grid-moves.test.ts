import { describe, expect, it } from 'vitest';
import { move, press, target, typed } from '../../../../../renderer/components/collection/grid-moves.ts';
import {
  drawnRows,
  firstWindowOf,
  movedTo,
  type RowView,
  settled,
  windowOf,
} from '../../../../../renderer/components/collection/use-row-window.ts';

const names = ['alpha', 'beta', 'gamma', 'golf', 'Hotel'];
/** The last row is not read yet. */
const rows = (selected: readonly string[] = []) => ({
  count: names.length + 1,
  keyAt: (index: number) => names[index] ?? null,
  selected: new Set(selected),
});
const plain = { shift: false, toggle: false };
const place = { active: 0, anchor: 0 };

describe('choosing rows', () => {
  it('chooses one by a press, and all since the anchor with Shift, also backwards', () => {
    const first = press(rows(), place, 2, plain);
    expect(first).toEqual({ place: { active: 2, anchor: 2 }, selected: new Set(['gamma']) });
    const down = press(rows(), first.place, 4, { shift: true, toggle: false });
    expect(down).toEqual({ place: { active: 4, anchor: 2 }, selected: new Set(['gamma', 'golf', 'Hotel']) });
    const up = press(rows(), down.place, 0, { shift: true, toggle: false });
    expect(up.selected).toEqual(new Set(['alpha', 'beta', 'gamma']));
  });

  it('adds and removes one with Control, and keeps the other selected rows', () => {
    const both = press(rows(['alpha']), place, 1, { shift: false, toggle: true });
    expect(both.selected).toEqual(new Set(['alpha', 'beta']));
    expect(press(rows(['alpha', 'beta']), place, 0, { shift: false, toggle: true }).selected).toEqual(
      new Set(['beta']),
    );
  });

  it('chooses nothing where a row is not read yet', () => {
    expect(press(rows(['alpha']), place, 5, plain).selected).toEqual(new Set());
    expect(press(rows(['alpha']), place, 5, { shift: false, toggle: true }).selected).toBeNull();
  });

  it('moves the keyboard without choosing while Control is held', () => {
    expect(move(rows(['alpha']), place, 3, { shift: false, toggle: true })).toEqual({
      place: { active: 3, anchor: 0 },
      selected: null,
    });
    expect(move(rows(), place, 3, plain).selected).toEqual(new Set(['golf']));
  });
});

describe('keys', () => {
  it('lead to rows that are there', () => {
    const at = (key: string, active: number) => target(key, active, { count: 100, page: 10, perLine: 1 });
    expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map((key) => at(key, 50))).toEqual([
      51, 49, 60, 40, 0, 99,
    ]);
    expect([at('ArrowUp', 0), at('PageDown', 95), at('x', 3)]).toEqual([0, 99, null]);
  });

  it('lead across and along where several stand beside each other', () => {
    const at = (key: string, active: number) => target(key, active, { count: 10, page: 8, perLine: 4 });
    expect(['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft'].map((key) => at(key, 5))).toEqual([9, 1, 6, 4]);
    expect([at('ArrowDown', 7), at('ArrowLeft', 0), at('ArrowRight', 9)]).toEqual([9, 0, 9]);
  });

  it('lead from the low ones, which end with a line of their own, to those below in the same column', () => {
    const at = (key: string, active: number) => target(key, active, { count: 20, page: 8, perLine: 4, low: 6 });
    // 0 1 2 3 / 4 5 / 6 7 8 9 / 10 …
    expect([0, 3, 4, 5, 6].map((active) => at('ArrowDown', active))).toEqual([4, 5, 6, 7, 10]);
    expect([4, 6, 7, 8, 9, 10].map((active) => at('ArrowUp', active))).toEqual([0, 4, 5, 5, 5, 6]);
    expect([at('ArrowRight', 5), at('ArrowLeft', 6), at('PageDown', 4), at('PageUp', 13)]).toEqual([6, 5, 10, 5]);
    expect(target('ArrowDown', 1, { count: 3, page: 8, perLine: 4, low: 3 })).toBe(2);
  });

  it('letters find the next row that begins so, around the end, in either case', () => {
    const textAt = (index: number): string | null => names[index] ?? null;
    expect(typed('g', 0, names.length, textAt)).toBe(2);
    expect(typed('g', 3, names.length, textAt)).toBe(3);
    expect(typed('g', 4, names.length, textAt)).toBe(2);
    expect(typed('h', 0, names.length, textAt)).toBe(4);
    expect(typed('z', 0, names.length, textAt)).toBeNull();
  });
});

describe('the rows that are drawn', () => {
  it('are those in sight and some around them, however many there are', () => {
    const at = (topPx: number) => windowOf({ count: 100_000, rowPx: 32, topPx, heightPx: 640 });
    expect(at(0)).toEqual({ first: 0, last: 45 });
    const middle = at(1_600_000);
    expect(middle.first).toBeLessThanOrEqual(50_000 - 8);
    expect(middle.last).toBeGreaterThanOrEqual(50_020 + 8);
    expect(at(100_000 * 32).last).toBe(99_999);
    expect(windowOf({ count: 0, rowPx: 32, topPx: 0, heightPx: 640 })).toEqual({ first: 0, last: -1 });
    expect(windowOf({ count: 7, rowPx: 32, topPx: 0, heightPx: 640 })).toEqual({ first: 0, last: 6 });
  });

  it('are fewer of high rows, such as lines of tiles', () => {
    expect(windowOf({ count: 20_000, rowPx: 208, topPx: 0, heightPx: 700 })).toEqual({ first: 0, last: 8 });
    const middle = windowOf({ count: 20_000, rowPx: 208, topPx: 2_080_100, heightPx: 700 });
    expect(middle).toEqual({ first: 9_998, last: 10_006 });
  });

  it('are at first those in sight, since the first frame makes their elements', () => {
    const seen = { count: 100, rowPx: 32, topPx: 0, heightPx: 640 };
    expect(firstWindowOf(seen)).toEqual({ first: 0, last: 20 });
    expect(windowOf(seen).last).toBeGreaterThan(20);
    expect(firstWindowOf({ ...seen, count: 7 })).toEqual({ first: 0, last: 6 });
    // Tiles that begin below the visible part.
    expect(firstWindowOf({ ...seen, topPx: -2_000 })).toEqual({ first: 0, last: -1 });
    const whole = movedTo(movedTo(nothing, firstWindowOf(seen)), windowOf(seen));
    expect(whole.drawn.slice(0, 21)).toEqual(movedTo(nothing, firstWindowOf(seen)).drawn);
  });

  it('are equally many wherever the list stands, so that none is made or taken away by scrolling', () => {
    const at = (topPx: number) => windowOf({ count: 1000, rowPx: 32, topPx, heightPx: 633 });
    const sizes = Array.from({ length: 400 }, (_, turn) => at(turn * 83)).map(({ first, last }) => last - first + 1);
    expect(new Set(sizes)).toEqual(new Set([46]));
  });

  it('stay the same within a few rows, so that a turn of the wheel draws little', () => {
    const seen = [0, 31, 64, 150].map((topPx) => windowOf({ count: 500, rowPx: 32, topPx, heightPx: 620 }));
    expect(new Set(seen.map(({ first, last }) => `${first} ${last}`)).size).toBeLessThanOrEqual(2);
  });

  it('include the one that has the keyboard, in its place', () => {
    const view = viewOf(10, 12);
    const indexes = (active: number, count = 100) => drawnRows(view, active, count).map(({ index }) => index);
    expect(indexes(3)).toEqual([3, 10, 11, 12]);
    expect(indexes(50)).toEqual([10, 11, 12, 50]);
    expect(indexes(11)).toEqual([10, 11, 12]);
    expect(drawnRows(nothing, 0, 0)).toEqual([]);
  });

  it('take over the elements of those that went, where they stand, until the list is at rest', () => {
    const before = viewOf(10, 13);
    const slots = (view: RowView) => drawnRows(view, 10, 100).map(({ slot }) => slot);
    const indexes = (view: RowView) => drawnRows(view, 12, 100).map(({ index }) => index);
    const moved = movedTo(before, { first: 12, last: 15 });
    expect(slots(moved)).toEqual(['out of sight', ...slots(before)]);
    expect(indexes(moved)).toEqual([14, 15, 12, 13]);
    expect(indexes(movedTo(moved, { first: 9, last: 12 }))).toEqual([10, 11, 12, 9]);
    expect(indexes(settled(moved))).toEqual([12, 13, 14, 15]);
    expect(new Set(slots(settled(moved)))).toEqual(new Set(slots(moved)));
  });

  it('stand in order at once when there are more or fewer of them', () => {
    const moved = movedTo(viewOf(10, 13), { first: 12, last: 18 });
    expect(drawnRows(moved, 12, 100).map(({ index }) => index)).toEqual([12, 13, 14, 15, 16, 17, 18]);
  });

  it('are only those in sight after a leap, and the others when the list is at rest', () => {
    const leapt = movedTo(viewOf(10, 15), { first: 50, last: 55 }, { first: 52, last: 53 });
    const indexes = (view: RowView, active: number) => drawnRows(view, active, 100).map(({ index }) => index);
    expect(indexes(leapt, 52).toSorted(ascending)).toEqual([12, 13, 14, 15, 52, 53]);
    expect(indexes(leapt, 13).toSorted(ascending)).toEqual([12, 13, 14, 15, 52, 53]);
    const whole = settled(leapt);
    expect(indexes(whole, 52).toSorted(ascending)).toEqual([50, 51, 52, 53, 54, 55]);
    const rested = settled(settled(settled(whole)));
    expect(indexes(rested, 52)).toEqual([50, 51, 52, 53, 54, 55]);
    expect(settled(rested)).toBe(rested);
  });

  it('go to their places in the document a few at a time when the list is at rest', () => {
    const order = (view: RowView) => drawnRows(view, 100, 100).map(({ index }) => index);
    const turned = movedTo(viewOf(0, 19), { first: 14, last: 33 });
    const once = settled(turned);
    expect(order(turned).slice(0, 3)).toEqual([20, 21, 22]);
    expect(order(once).slice(0, 3)).toEqual([22, 23, 24]);
    let last = once;
    for (let step = 0; step < 6; step++) last = settled(last);
    expect(order(last)).toEqual(Array.from({ length: 20 }, (_, at) => 14 + at));
    expect(settled(last)).toBe(last);
  });
});

const nothing: RowView = { first: 0, last: -1, rest: 0, drawn: [] };

const viewOf = (first: number, last: number): RowView => movedTo(nothing, { first, last });

const ascending = (one: number, other: number): number => one - other;
