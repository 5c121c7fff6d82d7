import { basename, join } from 'node:path';
import { lstat, readdir } from '../../disk/disk.ts';
import type { Refused } from '../results.ts';
import { refusedAs } from '../results.ts';

export type PathFile = {
  readonly path: string;
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** False: its facts can't be read, or its entries if it is a folder. */
  readonly isReadable: boolean;
};

type Walked = { readonly ok: true; readonly files: readonly PathFile[] } | Refused;

/**
 * All files at these paths and below, with the entries that can't be read. Skips links and special files. Returns early with what it found if `signal`
 * aborts.
 */
export async function walkPaths(paths: readonly string[], signal: AbortSignal): Promise<Walked> {
  const files: PathFile[] = [];
  for (const path of paths) await collect(path, basename(path), { found: files, signal });
  const [first] = files;
  if (signal.aborted || files.some(({ isReadable }) => isReadable)) return { ok: true, files };
  if (first === undefined) return refusedAs('nothing_to_upload', { code: 'drop_empty', args: {} });
  return refusedAs('unreadable', { code: 'drop_unreadable', args: { path: first.path } });
}

type Walk = { readonly found: PathFile[]; readonly signal: AbortSignal };

async function collect(path: string, relativePath: string, walk: Walk): Promise<void> {
  if (walk.signal.aborted) return;
  const entry = await entryAt(path);
  if (entry === 'unreadable') walk.found.push({ path, relativePath, sizeBytes: 0, modifiedAtMs: 0, isReadable: false });
  else if ('file' in entry) walk.found.push({ path, relativePath, ...entry.file, isReadable: true });
  else for (const name of entry.names) await collect(join(path, name), `${relativePath}/${name}`, walk);
}

type Entry =
  | { readonly file: Pick<PathFile, 'sizeBytes' | 'modifiedAtMs'> }
  /** Of a folder; none for a link or a special file. */
  | { readonly names: readonly string[] }
  | 'unreadable';

async function entryAt(path: string): Promise<Entry> {
  try {
    const stat = await lstat(path);
    if (stat.isFile()) return { file: { sizeBytes: stat.size, modifiedAtMs: Math.round(stat.mtimeMs) } };
    return { names: stat.isDirectory() ? await readdir(path) : [] };
  } catch {
    // The reason of the system adds nothing to the path, which the card names.
    return 'unreadable';
  }
}
