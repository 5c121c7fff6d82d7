import { join } from 'node:path';
import { chmod, lstat, readdir, rm } from '../../../disk/disk.ts';
import { errnoOf } from './system-error.ts';

/** Permanently deletes an item with everything in it, also if a folder in it is read-only, as in a cache of Go modules. */
export async function removeWhole(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error;
    await makeWritable(path);
    await rm(path, { recursive: true, force: true });
  }
}

/** Only folders: a read-only file goes from a folder that its owner may write. */
async function makeWritable(path: string): Promise<void> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) return;
  await chmod(path, (stats.mode & 0o7777) | 0o700);
  for (const name of await readdir(path)) await makeWritable(join(path, name));
}
