import type { ClientBench } from './client/bench-part.ts';
import { benchBounds } from './client/bounds.ts';
import { benchLargeFile, benchMediumFiles, benchSmallFiles } from './client/first-transfer.ts';
import { benchLargeTree, benchMillion } from './client/large-tree.ts';
import { benchProgress } from './client/progress.ts';
import type { Figure } from './figure.ts';

/** The parts of `npm run bench -- client [PART…]`, each beside what people use for the same work. */
const parts: Readonly<Record<string, ClientBench>> = {
  'upload-small': benchSmallFiles,
  'upload-medium': benchMediumFiles,
  'upload-large': benchLargeFile,
  progress: benchProgress,
  'large-tree': benchLargeTree,
  million: benchMillion,
  bounds: benchBounds,
};

export const CLIENT_PARTS: readonly string[] = Object.keys(parts);

export type ClientBenchOptions = { readonly scale: number; readonly only: readonly string[] };

/**
 * Our client and service beside rclone, Syncthing and Unison on the same trees, part by part, because the whole takes an hour; `only`
 * empty: all parts.
 */
export async function* benchClient(
  say: (text: string) => void,
  { scale, only }: ClientBenchOptions,
): AsyncGenerator<readonly Figure[]> {
  for (const [name, part] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue;
    say(`client: ${name}`);
    yield await part({ scale, say });
  }
}
