import type { Computer } from '../../../main/engine/adapters/node-file-system/local-stat.ts';
import { createWalkThreads } from '../../../main/engine/adapters/node-file-system/walk/walk-threads.ts';
import { createNodeFileSystem } from '../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../main/engine/adapters/node-random.ts';
import type { FileSystem } from '../../../main/engine/ports/file-system.ts';

/** For all disks of this process: to start a thread costs as much as most tests. */
const walkThreads = createWalkThreads();

/** This machine's disk; `computer`: as one sees it that tells the items of its disks apart in another way. */
export const realDisk = (computer?: Computer, random = createNodeRandom()): FileSystem =>
  createNodeFileSystem(random, computer === undefined ? walkThreads : createWalkThreads(computer), computer);
