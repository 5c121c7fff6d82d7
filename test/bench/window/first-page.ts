import type { Page } from '@playwright/test';
import { compressedKilobytes, firstPageScripts } from '../../support/window/first-page-scripts.ts';
import type { Figure } from '../figure.ts';
import type { WindowPlace } from './window-place.ts';

const RUNS = 9;

/** How soon the window shows something, and how much script it has to read for it. */
export async function benchFirstPage({
  browser,
  tandem,
}: Pick<WindowPlace, 'browser' | 'tandem'>): Promise<readonly Figure[]> {
  const paints: number[] = [];
  const windows: number[] = [];
  const states: number[] = [];
  const named = await firstPageScripts();
  let later: readonly string[] = [];
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(noteNavigation);
    await page.goto(await tandem.link());
    await page.getByTestId('state').waitFor();
    states.push(await page.evaluate(() => performance.now()));
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0));
    windows.push(await page.evaluate(() => performance.getEntriesByName('navigation drawn')[0]?.startTime ?? 0));
    await page.waitForLoadState('networkidle');
    later = (await loadedScripts(page)).filter((script) => !named.includes(script));
    await context.close();
  }
  return [
    { what: 'first paint of the window, a new browser profile each time, median', value: median(paints), unit: 'ms' },
    {
      what: 'the same until the window itself is there in place of its still frame',
      value: median(windows),
      unit: 'ms',
    },
    { what: 'the same until the state of the folders is shown', value: median(states), unit: 'ms' },
    { what: 'script of the first page, compressed', value: await compressedKilobytes(named), unit: 'kB' },
    {
      what: 'script that it loads once it is drawn, for its menus and panels, compressed',
      value: await compressedKilobytes(later),
      unit: 'kB',
    },
  ];
}

/** Run in the page: the first paint is that of the still frame, so the moment is noted at which the window has taken its place. */
function noteNavigation(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('nav') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => performance.mark('navigation drawn'));
  });
  observer.observe(document, { childList: true, subtree: true });
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0);

/** Below the page's own address. */
const loadedScripts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname.slice(1))
      .filter((path) => path.endsWith('.js')),
  );
