import { expect, type Page } from '@playwright/test';
import { type Fiber, installCommitHook } from './react-commits.ts';

/** How often components in each labelled region have rendered. */
type RenderCounts = {
  readonly of: (region: string) => Promise<number>;
  /** Waits until rendering has settled, then counts from zero. */
  readonly reset: () => Promise<void>;
};

/** Counts what React renders, by the hook that it offers to developer tools. Call it before the page opens. */
export async function countRenders(page: Page): Promise<RenderCounts> {
  await page.addInitScript(installCommitHook);
  await page.addInitScript(countByRegion);
  return {
    of: (region) => page.evaluate((name) => Number(Reflect.get(Reflect.get(window, 'renders'), name) ?? 0), region),
    reset: async () => {
      const clear = (): Promise<string> =>
        page.evaluate(() => {
          const counted = JSON.stringify(Reflect.get(window, 'renders'));
          Reflect.set(window, 'renders', {});
          return counted;
        });
      await expect.poll(clear, { intervals: [500], timeout: 20_000 }).toBe('{}');
    },
  };
}

/** Runs in the page. A component counts for the closest element around it with a label. */
function countByRegion(): void {
  Reflect.set(window, 'renders', {});
  const regionOf = (fiber: Fiber): string => {
    for (let at: Fiber | null = fiber; at !== null; at = at.return) {
      if (!(at.stateNode instanceof Element)) continue;
      const name = at.stateNode.getAttribute('aria-label') ?? '';
      if (name !== '') return name;
    }
    return 'frame';
  };
  Reflect.set(window, 'onRendered', (rendered: readonly Fiber[]) => {
    const counts: object = Reflect.get(window, 'renders');
    for (const region of rendered.map(regionOf)) {
      Reflect.set(counts, region, Number(Reflect.get(counts, region) ?? 0) + 1);
    }
  });
}
