import { basename, join } from 'node:path';
import { lstat, readdir } from '../../disk/disk.ts';
import type { Refused } from '../results.ts';
import { refusedAs } from '../results.ts';

export type PathFile = {
  readonly path: string;
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
};

type Walked = { readonly ok: true; readonly files: readonly PathFile[] } | Refused;

/** All files at these paths and below. Skips links and special files. Returns early with what it found if `signal` aborts. */
export async function walkPaths(paths: readonly string[], signal: AbortSignal): Promise<Walked> {
  const files: PathFile[] = [];
  try {
    for (const path of paths) await collect(path, basename(path), { found: files, signal });
  } catch (cause) {
    // Each error of the disk names its path.
    const path = String((cause as NodeJS.ErrnoException).path ?? paths[0]);
    return refusedAs('unreadable', { code: 'drop_unreadable', args: { path } });
  }
  if (files.length === 0 && !signal.aborted) return refusedAs('nothing_to_upload', { code: 'drop_empty', args: {} });
  return { ok: true, files };
}

type Walk = { readonly found: PathFile[]; readonly signal: AbortSignal };

async function collect(path: string, relativePath: string, walk: Walk): Promise<void> {
  if (walk.signal.aborted) return;
  const stat = await lstat(path);
  if (stat.isFile())
    walk.found.push({ path, relativePath, sizeBytes: stat.size, modifiedAtMs: Math.round(stat.mtimeMs) });
  if (!stat.isDirectory()) return;
  for (const name of await readdir(path)) await collect(join(path, name), `${relativePath}/${name}`, walk);
}
