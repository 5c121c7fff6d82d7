import type { Locator, Page } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { frameFigures, timeFrames } from './frames.ts';
import { makePlain } from './plain-list.ts';

/** How far the wheel turns at a time, as with a fast hand, and how often. */
const TURN_PX = 1_200;
const TURNS = 300;
/** Then in leaps over the whole list, as with the scroll bar. */
const LEAPS = 60;

/** The open folder, as a list or as a grid of tiles. */
export const openList = (page: Page): Locator => page.getByRole('grid').or(page.getByRole('listbox')).first();

export const rowOf = (page: Page, name: string): Locator => openList(page).locator('[data-row]', { hasText: name });

/** Scrolls the open list: first by the wheel, then by leaps to the end. Frames are those that the browser drew meanwhile. */
export async function benchScrolling(page: Page, what: string): Promise<readonly Figure[]> {
  const list = openList(page);
  await list.hover();
  const wheel = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn++) await page.mouse.wheel(0, TURN_PX);
  };
  const byWheel = await timeFrames(page, wheel);
  const byLeaps = await timeFrames(page, async () => {
    await list.evaluate(async (element, leaps) => {
      for (let leap = 1; leap <= leaps; leap++) {
        element.scrollTop = (element.scrollHeight * leap) / leaps;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }, LEAPS);
  });
  const last = await lastRow(list);
  const gap = await gaps(page, `${what}, by the wheel back up`);
  await makePlain(list);
  await list.hover();
  const plain = await timeFrames(page, wheel);
  return [
    ...frameFigures(`${what}, by the wheel`, byWheel, plain),
    ...frameFigures(`${what}, by leaps to ${last}`, byLeaps),
    gap,
  ];
}

/** Rows that come a frame too late leave a gap; looked for by itself, because looking takes time that belongs to the frame. */
async function gaps(page: Page, what: string): Promise<Figure> {
  const seen = await openList(page).evaluateHandle((list) => {
    const state = { frames: 0, withGap: 0, isOver: false };
    const look = (): void => {
      const { top, bottom } = list.getBoundingClientRect();
      const drawn = [...list.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect());
      // Less than a row, and more than the gap between two tiles, or the rounded height of a row.
      const isFilled = (y: number): boolean => drawn.some((row) => row.top - 24 <= y && row.bottom + 24 >= y);
      const head = list.querySelector('thead')?.getBoundingClientRect().height ?? 0;
      state.frames++;
      if (![top + head + 1, (top + bottom) / 2, bottom - 1].every(isFilled)) state.withGap++;
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
  return { what: `${what}: of ${frames} frames, with a gap in sight`, value: withGap, unit: 'frames', wanted: 0 };
}

/** The lowest row that is drawn; one that is not read yet has no words. */
async function lastRow(list: Locator): Promise<string> {
  const rows = await list.locator('[data-row]').evaluateAll((all) =>
    all.map((row) => ({
      at: Number(row.getAttribute('data-row')),
      words: row.ariaBusy === 'true' ? '' : row.textContent,
    })),
  );
  const lowest = rows.toSorted((one, other) => other.at - one.at)[0];
  return lowest === undefined ? 'nothing' : lowest.words || `row ${lowest.at}, which is not read yet`;
}
