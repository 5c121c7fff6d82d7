import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { repositoryRoot } from '../../run/spawn-tool.ts';

const built = path.join(repositoryRoot, 'dist/renderer');

/** The scripts that the page of the built window names to be run or read ahead, below its own address. */
export async function firstPageScripts(): Promise<readonly string[]> {
  const html = await readFile(path.join(built, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '');
  if (named.length === 0) throw new Error('The page of the window names no script.');
  return named;
}

/** The size of these scripts, each compressed. */
export async function compressedKilobytes(scripts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(scripts.map(async (file) => gzipSync(await readFile(path.join(built, file))).length));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10;
}
