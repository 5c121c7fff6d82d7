import { dirname, join } from 'node:path';
import { rmdir } from '../../disk/disk.ts';
import { belowFolder } from '../model/disk-path.ts';
import { returningName, rootOfTrashed, stagingFolder } from '../model/names/state-folder.ts';
import { type FileSystem, FileSystemError } from '../ports/file-system.ts';
import type { LocalTrash } from '../ports/local-trash.ts';
import type { Random } from '../ports/random.ts';
import { makePrivateFolder } from './node-file-system/directory-flush.ts';
import { createDisk } from './node-file-system/disk.ts';
import { removeWhole } from './node-file-system/remove-whole.ts';
import { ensureStagingFolder } from './node-file-system/staging/staging.ts';
import { attempt, errnoOf, refusal } from './node-file-system/system-error.ts';
import { copyToFreeName, copyWhole } from './node-file-system/trash.ts';
import { mayComeBack } from './node-file-system/volumes.ts';
import { type TrashMoment, unlistedIn } from './unlisted-trash.ts';

export type LocalTrashPlaces = {
  /** The trash folder of the state. Nothing outside it and outside the trash folders in roots is ever deleted. */
  readonly home: string;
  /** The folder inside the trash that receives an item from this path. */
  readonly folderFor: (path: string, rootPath: string) => Promise<string>;
  /** The folders of the trash that received items from this root, from a time on. */
  readonly momentsOf: (rootPath: string, fromMs: number) => AsyncIterable<TrashMoment>;
};

/** The engine's own trash, in a folder below the state and in roots on other volumes. */
export function createNodeLocalTrash(
  fileSystem: FileSystem,
  random: Random,
  { home, folderFor, momentsOf }: LocalTrashPlaces,
): LocalTrash {
  const disk = createDisk(random);
  return {
    takeBack: async (place, rootPath, target) => {
      try {
        const stat = await fileSystem.move(place, target);
        await dropEmpty(home, place);
        return stat;
      } catch (error) {
        if (!isOtherVolume(error)) throw error;
        return copyBack(place, rootPath, target);
      }
    },
    keepCopy: (path, rootPath) =>
      attempt('keep a copy of', path, async () => {
        const folder = await folderFor(path, rootPath);
        await makePrivateFolder(disk.flushDirectory, folder);
        const copy = await copyToFreeName(disk, path, folder);
        // The original is replaced next.
        await disk.flushDirectory(folder);
        return copy;
      }),
    unlisted: (rootPath, known) => unlistedIn(momentsOf(rootPath, known.fromMs), rootPath, known),
    purge: (place) =>
      attempt('permanently delete', place, async () => {
        const kept = keptAbove(home, place);
        if (kept === null) throw new FileSystemError('denied', place, `"${place}" is not in the trash.`);
        if (kept !== home && (await mayComeBack(place, kept, dirname(home))))
          throw refusal('not_found', 'permanently delete', place);
        await removeWhole(place);
        await dropEmpty(home, place);
      }),
  };

  /** Copies next to the target first, so that no partial item appears under its name; removes it from the trash last, once the copy is flushed. */
  async function copyBack(place: string, rootPath: string, target: string) {
    const between = join(stagingFolder(rootPath), returningName(random.token(8)));
    try {
      await attempt('copy from the trash', place, async () => {
        await ensureStagingFolder(rootPath);
        await copyWhole(disk, place, between);
      });
      const stat = await fileSystem.move(between, target);
      await removeWhole(place);
      await dropEmpty(home, place);
      return stat;
    } finally {
      await removeWhole(between);
    }
  }
}

function isOtherVolume(error: unknown): boolean {
  return error instanceof FileSystemError && errnoOf(error.cause) === 'EXDEV';
}

const isBelow = (home: string, place: string): boolean => {
  const below = belowFolder(home, place);
  return below !== null && below !== '';
};

/** The folder that stays when nothing is left in the trash; null: the place is not in a trash. */
const keptAbove = (home: string, place: string): string | null => (isBelow(home, place) ? home : rootOfTrashed(place));

/** Removes the trash folders that are now empty. A synced root keeps ours: the marker is in it. */
async function dropEmpty(home: string, place: string): Promise<void> {
  const kept = keptAbove(home, place);
  for (let at = dirname(place); kept !== null && isBelow(kept, at); at = dirname(at)) {
    const isDropped = await rmdir(at).then(
      () => true,
      // Not empty, or already removed: nothing left to do.
      () => false,
    );
    if (!isDropped) return;
  }
}
