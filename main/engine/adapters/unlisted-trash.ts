import type { BigIntStats } from 'node:fs';
import { basename, join } from 'node:path';
import { lstat, readdir, rm } from '../../disk/disk.ts';
import { withoutNumber } from '../model/names/numbered-path.ts';
import type { FoundInTrash, KnownTrash } from '../ports/local-trash.ts';
import { errnoOf } from './node-file-system/system-error.ts';
import { isCopyName } from './node-file-system/trash.ts';

/** `folder` holds the items under their paths below the root, as they were moved there in one second. */
export type TrashMoment = { readonly folder: string; readonly atMs: number };

/** Items of one second may still be on their way. */
const MOMENT_MS = 1_000;

/**
 * What lies in these folders of the trash and is not listed. Reads only folders in which something may be missing from the list. Removes what
 * a process that ended left of a removal from `rootPath` that did not happen.
 */
export async function* unlistedIn(
  moments: AsyncIterable<TrashMoment>,
  rootPath: string,
  known: KnownTrash,
): AsyncIterable<FoundInTrash> {
  for await (const { folder, atMs } of moments)
    if (atMs + MOMENT_MS <= known.beforeMs) yield* unlistedBelow(folder, '', { rootPath, known, atMs });
}

type Search = { readonly rootPath: string; readonly known: KnownTrash; readonly atMs: number };

async function* unlistedBelow(folder: string, path: string, search: Search): AsyncIterable<FoundInTrash> {
  for (const name of await namesIn(folder)) {
    const [place, below] = [join(folder, name), path === '' ? name : `${path}/${name}`];
    const is = search.known.is(place);
    if (is === 'unlisted' && (await isLeftOver(place, join(search.rootPath, below)))) {
      await rm(place, { recursive: true, force: true });
      continue;
    }
    if (is === 'around') yield* unlistedBelow(place, below, search);
    if (is !== 'unlisted') continue;
    const found = await sizeOf(place);
    if (found !== null) yield { ...found, path: below, place, atMs: search.atMs };
  }
}

/**
 * A part of a copy; a file that never left its place in the root, by its second name or the empty file that reserved a name for it; or a folder
 * that was made for such items alone.
 */
async function isLeftOver(place: string, original: string): Promise<boolean> {
  if (isCopyName(basename(place))) return true;
  const [stat, there, unnumbered] = await Promise.all(
    [place, original, withoutNumber(original)].map((path) => lstat(path, { bigint: true }).catch(absent)),
  );
  if (stat?.isDirectory() === true) {
    const names = await namesIn(place);
    for (const name of names) if (!(await isLeftOver(join(place, name), join(original, name)))) return false;
    return names.length > 0 || there?.isDirectory() === true;
  }
  const isSame = (one: Stats): boolean => stat?.ino === one?.ino && stat?.dev === one?.dev;
  const isStillThere = (one: Stats): boolean => one?.isFile() === true && (stat?.size === 0n || isSame(one));
  return stat?.isFile() === true && (isStillThere(there) || isStillThere(unnumbered));
}

type Stats = BigIntStats | null | undefined;

/** Null: it has gone meanwhile. */
async function sizeOf(place: string): Promise<Pick<FoundInTrash, 'itemKind' | 'nodes' | 'bytes'> | null> {
  const stat = await lstat(place).catch(absent);
  if (stat === null) return null;
  if (!stat.isDirectory()) return { itemKind: 'file', nodes: 1, bytes: stat.size };
  let [nodes, bytes] = [1, 0];
  for (const name of await namesIn(place)) {
    const inside = await sizeOf(join(place, name));
    nodes += inside?.nodes ?? 0;
    bytes += inside?.bytes ?? 0;
  }
  return { itemKind: 'folder', nodes, bytes };
}

const namesIn = async (folder: string): Promise<readonly string[]> => (await readdir(folder).catch(absent)) ?? [];

function absent(error: unknown): null {
  if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return null;
  throw error;
}
