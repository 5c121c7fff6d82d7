import { expect, type Page } from '@playwright/test';
import type { Answers, FakeBridge } from '../../support/window/fake-bridge.ts';
import { files, shared } from '../../support/window/studio/files.ts';
import { attention } from '../../support/window/studio/home.ts';
import { test } from '../fake-window.ts';

export type Scene = {
  readonly hash: string;
  readonly answers: Answers;
  /** From the page to the state. */
  readonly reach: (page: Page, bridge: FakeBridge) => Promise<void>;
  /** Opens again what floats beside a button that has another place in another width. */
  readonly reopen?: (page: Page) => Promise<void>;
  /** Of a window that has one size only. */
  readonly sizes?: readonly Size[];
};

type Size = { readonly width: number; readonly height: number };

const wide = { width: 1440, height: 900 };
const narrow = { width: 400, height: 860 };

/**
 * The window in the states that a page of `test/e2e/pages/looks.spec.ts` is not in: like their pictures in `docs/screenshots/states`, light and dark.
 * `npm run screenshots` takes them again.
 */
export function looksLike(scenes: Readonly<Record<string, Scene>>): void {
  for (const [name, scene] of Object.entries(scenes)) {
    const { hash, answers, reach, reopen, sizes = [wide, narrow] } = scene;
    test(`${name} looks as it should`, async ({ page, bridge }) => {
      // Some have many requests to answer, and all of them four pictures.
      test.slow();
      for (const some of [attention, files, answers, shared]) bridge.answer(some);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize(sizes[0] ?? wide);
      await bridge.open(hash);
      await reach(page, bridge);
      // No row is under the pointer. Browsers draw text differently: 4 % of the pixels of a narrow page of text.
      if (reopen === undefined) await page.mouse.move(0, 0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const size of sizes) {
          await page.setViewportSize(size);
          await reopen?.(page);
          const picture = ['states', `${name}-${colorScheme}-${size.width}.png`];
          await expect.soft(page).toHaveScreenshot(picture, { maxDiffPixelRatio: 0.04, animations: 'disabled' });
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect.soft(sideways, `${colorScheme}, ${size.width} px`).toBeLessThanOrEqual(0);
        }
      }
    });
  }
}

/** How many of these pictures are drawn. */
export const areDrawn = (all: Element[]): number =>
  all.filter((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0).length;
