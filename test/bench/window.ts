import { spawnTool } from '../run/spawn-tool.ts';
import type { Figure } from './figure.ts';
import { benchFirstPage } from './window/first-page.ts';
import { benchFileGrid, benchGrid, benchList } from './window/folder-of-many.ts';
import { benchSyncing } from './window/syncing.ts';
import { benchThumbnails } from './window/thumbnails.ts';
import { benchWholeList } from './window/whole-list.ts';
import type { WindowBench } from './window/window-part.ts';
import { openWindowPlace } from './window/window-place.ts';

/** The parts of `npm run bench -- window [PART…]`. */
const parts: Readonly<Record<string, WindowBench>> = {
  'first-page': ({ place }) => benchFirstPage(place),
  list: benchList,
  grid: benchGrid,
  'grid-of-files': benchFileGrid,
  'whole-list': benchWholeList,
  thumbnails: benchThumbnails,
  syncing: benchSyncing,
};

export const WINDOW_PARTS: readonly string[] = Object.keys(parts);

type WindowBenchOptions = { readonly scale: number; readonly only: readonly string[] };

/**
 * The built window in Chromium, on the loopback address: how soon it is there, how smoothly it shows very many items, and what it does while files
 * sync. `only` empty: all parts.
 */
export async function* benchWindow(
  say: (text: string) => void,
  { scale, only }: WindowBenchOptions,
): AsyncGenerator<readonly Figure[]> {
  // The window as it is now, not as it was built some time ago.
  await spawnTool({ command: ['node', 'build.ts', '--if-needed', 'window'], echo: false });
  const place = await openWindowPlace();
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (only.length > 0 && !only.includes(name)) continue;
      yield await part({ place, scale, say });
    }
  } finally {
    await place.close();
  }
}
