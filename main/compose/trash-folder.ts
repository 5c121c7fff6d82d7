import { createHash } from 'node:crypto';
import { basename, dirname, join, relative } from 'node:path';
import { readdir } from '../disk/disk.ts';
import { ensureStateFolder } from '../engine/adapters/node-file-system/staging/staging.ts';
import { attempt, errnoOf } from '../engine/adapters/node-file-system/system-error.ts';
import { isOnVolumeOf } from '../engine/adapters/node-file-system/volumes.ts';
import type { TrashMoment } from '../engine/adapters/unlisted-trash.ts';
import { rootTrash } from '../engine/model/names/state-folder.ts';

/**
 * `TRASH/2026-11-20/14-03-07/NAME OF THE ROOT-1a2b3c4d/PATH BELOW THE ROOT`: a person can find deleted items by day and place. Each root has
 * a folder of its own, so that items of two roots never meet under one name. The trash is in the state, or in a root on another volume.
 */
export function trashFolder(state: string, nowMs: number, rootPath: string, path: string): Promise<string> {
  const [day = '', time = ''] = new Date(nowMs).toISOString().split(/[T.]/);
  const moment = join(day, time.replaceAll(':', '-'));
  const below = relative(rootPath, dirname(path));
  return attempt('move to the trash', path, async () => {
    if ((await isOnVolumeOf(rootPath, state)) !== false) return join(state, 'trash', moment, nameOf(rootPath), below);
    await ensureStateFolder(rootPath);
    return join(rootTrash(rootPath), moment, below);
  });
}

/** The folders of `trashFolder` with items moved there from this root since a given time. */
export async function* trashMoments(state: string, rootPath: string, fromMs: number): AsyncIterable<TrashMoment> {
  const firstDay = new Date(fromMs).toISOString().slice(0, 10);
  for (const [trash, own] of [
    [join(state, 'trash'), nameOf(rootPath)],
    [rootTrash(rootPath), ''],
  ] as const) {
    for (const day of (await namesIn(trash)).filter((name) => DAY.test(name) && name >= firstDay)) {
      for (const time of await namesIn(join(trash, day))) {
        const atMs = Date.parse(`${day}T${time.replaceAll('-', ':')}Z`);
        if (atMs >= fromMs) yield { folder: join(trash, day, time, own), atMs };
      }
    }
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  });

const nameOf = (rootPath: string): string =>
  `${basename(rootPath)}-${createHash('sha1').update(rootPath).digest('hex').slice(0, 8)}`;
