import type { Figure } from '../figure.ts';
import { benchScrolling, rowOf } from './scrolling.ts';
import type { WindowBench, WindowBenchContext } from './window-part.ts';
import { itemName, openFolder, type PageOptions } from './window-place.ts';

/** More rows than any window draws, and than one answer of the service contains. */
export const ROWS = 100_000;

/** A folder of 100,000 rows, opened and scrolled as a list. */
export const benchList: WindowBench = (context) => benchView(context, 'list', 'folder');

/** The same as a grid of low tiles. */
export const benchGrid: WindowBench = (context) => benchView(context, 'grid', 'folder');

/** Files instead, as a grid of tiles with a picture or an icon. */
export const benchFileGrid: WindowBench = (context) => benchView(context, 'grid', 'file');

async function benchView(
  { place, scale, say }: WindowBenchContext,
  view: PageOptions['view'],
  kind: 'folder' | 'file',
): Promise<Figure[]> {
  const count = Math.round(ROWS * scale);
  say(`window: a folder with ${count} ${kind}s`);
  const folderId = await place.folderOf(count, kind);
  return place.onPage({ view }, async (page) => {
    const start = performance.now();
    await openFolder(page, folderId);
    await rowOf(page, itemName(1)).waitFor();
    const opened = Math.round(performance.now() - start);
    return [
      { what: `a folder of ${count} ${kind}s opened as a ${view}`, value: opened, unit: 'ms' },
      ...(await benchScrolling(page, `${count} ${kind}s as a ${view}`)),
    ];
  });
}
