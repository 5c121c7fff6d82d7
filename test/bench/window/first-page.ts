import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import type { Figure } from '../figure.ts';
import type { WindowPlace } from './window-place.ts';

const RUNS = 9;
const built = fileURLToPath(new URL('../../../dist/renderer/', import.meta.url));

/** How soon the window shows something, and how much script it has to read for it. */
export async function benchFirstPage({
  browser,
  tandem,
}: Pick<WindowPlace, 'browser' | 'tandem'>): Promise<readonly Figure[]> {
  const paints: number[] = [];
  const windows: number[] = [];
  const states: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(noteNavigation);
    await page.goto(await tandem.link());
    await page.getByTestId('state').waitFor();
    states.push(await page.evaluate(() => performance.now()));
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0));
    windows.push(await page.evaluate(() => performance.getEntriesByName('navigation drawn')[0]?.startTime ?? 0));
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
    { what: 'script of the first page, compressed', value: await scriptKilobytes(), unit: 'kB' },
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

/** Of all that the page names to be run or read ahead; what a page loads when it is opened is not among it. */
async function scriptKilobytes(): Promise<number> {
  const html = await readFile(path.join(built, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '');
  if (named.length === 0) throw new Error('The page of the window names no script.');
  const sizes = await Promise.all(named.map(async (file) => gzipSync(await readFile(path.join(built, file))).length));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10;
}
