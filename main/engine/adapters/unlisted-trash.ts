import { join } from 'node:path';
import { lstat, readdir } from '../../disk/disk.ts';
import type { FoundInTrash, KnownTrash } from '../ports/local-trash.ts';
import { errnoOf } from './node-file-system/system-error.ts';

/** `folder` holds the items under their paths below the root, as they were moved there in one second. */
export type TrashMoment = { readonly folder: string; readonly atMs: number };

/** Items of one second may still be on their way. */
const MOMENT_MS = 1_000;

/** What lies in these folders of the trash and is not listed. Reads only folders in which something may be missing from the list. */
export async function* unlistedIn(moments: AsyncIterable<TrashMoment>, known: KnownTrash): AsyncIterable<FoundInTrash> {
  for await (const { folder, atMs } of moments)
    if (atMs + MOMENT_MS <= known.beforeMs) yield* unlistedBelow(folder, '', { known, atMs });
}

type Search = { readonly known: KnownTrash; readonly atMs: number };

async function* unlistedBelow(folder: string, path: string, search: Search): AsyncIterable<FoundInTrash> {
  for (const name of await namesIn(folder)) {
    const [place, below] = [join(folder, name), path === '' ? name : `${path}/${name}`];
    const is = search.known.is(place);
    if (is === 'around') yield* unlistedBelow(place, below, search);
    if (is !== 'unlisted') continue;
    const found = await sizeOf(place);
    if (found !== null) yield { ...found, path: below, place, atMs: search.atMs };
  }
}

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
