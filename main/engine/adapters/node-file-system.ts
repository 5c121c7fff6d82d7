/**
 * This machine's disk. Each operation is a function in `node-file-system/`; the shared parts (randomness, birth times, directory
 * flushing) are in the `Disk` created here.
 */
import { realpath } from '../../disk/disk.ts';
import type { FileSystem } from '../ports/file-system.ts';
import type { Random } from '../ports/random.ts';
import { createDisk, look } from './node-file-system/disk.ts';
import type { Computer } from './node-file-system/local-stat.ts';
import { createFolder, install, move } from './node-file-system/place.ts';
import { openRead } from './node-file-system/reader.ts';
import { movesKeepIdentity } from './node-file-system/root-facts/kept-identity.ts';
import {
  freeBytes,
  readMarker,
  removeMarker,
  traits,
  volumeId,
  writeMarker,
} from './node-file-system/root-facts/root-facts.ts';
import { listStaging, openStaging, removeStaging } from './node-file-system/staging/staging.ts';
import { attempt } from './node-file-system/system-error.ts';
import { trash } from './node-file-system/trash.ts';
import { list } from './node-file-system/walk/list.ts';
import { walk } from './node-file-system/walk/walk.ts';
import type { WalkThreads } from './node-file-system/walk/walk-threads.ts';

/** The `FileSystem` port on Node. Holds nothing open between calls. */
export function createNodeFileSystem(random: Random, walkThreads?: WalkThreads, computer?: Computer): FileSystem {
  const disk = createDisk(random, computer, walkThreads);
  return {
    stat: (path) => attempt('look at', path, () => look(disk, path)),
    realPath: (path) => attempt('look at', path, () => realpath(path)),
    list: (directory) => list(disk, directory),
    walk: (root, enter, signal) => walk(disk, root, enter, signal),
    openRead: (path) => openRead(disk, path),
    createFolder: (path) => createFolder(disk, path),
    move: (from, to) => move(disk, from, to),
    openStaging: (root, name) => openStaging(disk, root, name),
    listStaging,
    removeStaging,
    install: (root, stagingName, target, expect) => install(disk, { root, stagingName, target, expect }),
    trash: (path, folder, expect, about) => trash(disk, path, folder, { expect, about }),
    readMarker,
    writeMarker: (root, marker, expect) => writeMarker(disk, { root, marker, expect }),
    removeMarker: (root) => removeMarker(disk, root),
    volumeId: (path) => volumeId(disk, path),
    movesKeepIdentity: (path) => attempt('move something in', path, () => movesKeepIdentity(disk, path)),
    freeBytes,
    traits: (root) => traits(disk, root),
  };
}
