import type { Page } from '@playwright/test';
import type { Figure } from '../figure.ts';

/** How far the wheel turns at a time, as with a fast hand, and how often. */
const TURN_PX = 1_200;
const TURNS = 300;
/** Then in leaps over the whole list, as with the scroll bar. */
const LEAPS = 60;

/** Scrolls the open list: first by the wheel, then by leaps to the end. Frames are those that the browser drew meanwhile. */
export async function benchScrolling(page: Page, what: string): Promise<readonly Figure[]> {
  const grid = page.getByRole('grid').first();
  await grid.hover();
  const byWheel = await framesOf(page, async () => {
    for (let turn = 0; turn < TURNS; turn++) await page.mouse.wheel(0, TURN_PX);
  });
  const byLeaps = await framesOf(page, async () => {
    await grid.evaluate(async (element, leaps) => {
      for (let leap = 1; leap <= leaps; leap++) {
        element.scrollTop = (element.scrollHeight * leap) / leaps;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }, LEAPS);
  });
  const last = await lastRow(page);
  return [
    ...figures(`${what}, by the wheel`, byWheel),
    ...figures(`${what}, by leaps to ${last}`, byLeaps),
    await gaps(page, `${what}, by the wheel back up`),
  ];
}

async function framesOf(page: Page, scroll: () => Promise<void>): Promise<readonly number[]> {
  const frames = await page.evaluateHandle(() => {
    const state = { frames: [] as number[], isOver: false };
    let before = performance.now();
    const drawn = (now: number): void => {
      state.frames.push(now - before);
      before = now;
      if (!state.isOver) requestAnimationFrame(drawn);
    };
    requestAnimationFrame((now) => {
      before = now;
      requestAnimationFrame(drawn);
    });
    return state;
  });
  await scroll();
  return frames.evaluate((state) => {
    state.isOver = true;
    return state.frames;
  });
}

/** Rows that come a frame too late leave a gap; looked for by itself, because looking takes time that belongs to the frame. */
async function gaps(page: Page, what: string): Promise<Figure> {
  const seen = await page
    .getByRole('grid')
    .first()
    .evaluateHandle((grid) => {
      // With its border: a pixel a row is three screens in a hundred rows, and the wrong rows would be asked for.
      const rowPx = grid.querySelector('[data-row]')?.getBoundingClientRect().height ?? 1;
      const state = { frames: 0, withGap: 0, isOver: false };
      const look = (): void => {
        const first = Math.floor(grid.scrollTop / rowPx);
        const last = Math.ceil((grid.scrollTop + grid.clientHeight) / rowPx) - 2;
        const drawn = new Set(
          [...grid.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('data-row'))),
        );
        state.frames++;
        if (!drawn.has(first) || !drawn.has(last)) state.withGap++;
        if (!state.isOver) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      return state;
    });
  for (let turn = 0; turn < LEAPS; turn++) await page.mouse.wheel(0, -TURN_PX);
  const { frames, withGap } = await seen.evaluate((state) => {
    state.isOver = true;
    return state;
  });
  return { what: `${what}: of ${frames} frames, with a gap in sight`, value: withGap, unit: 'frames' };
}

function figures(what: string, frames: readonly number[]): readonly Figure[] {
  const inOrder = frames.toSorted((left, right) => left - right);
  const at = (share: number): number => Math.round((inOrder[Math.floor(share * (inOrder.length - 1))] ?? 0) * 10) / 10;
  return [
    { what: `${what}: longest frame of ${frames.length}`, value: at(1), unit: 'ms' },
    { what: `${what}: p99`, value: at(0.99), unit: 'ms' },
    { what: `${what}: frames over 50 ms`, value: frames.filter((frame) => frame > 50).length, unit: 'frames' },
  ];
}

/** The lowest row that is drawn; one that is not read yet has no words. */
async function lastRow(page: Page): Promise<string> {
  const rows = await page
    .getByRole('row')
    .evaluateAll((all) => all.map((row) => ({ at: Number(row.ariaRowIndex), words: row.textContent })));
  const lowest = rows.toSorted((one, other) => other.at - one.at)[0];
  return lowest === undefined ? 'nothing' : lowest.words || `row ${lowest.at}, which is not read yet`;
}
