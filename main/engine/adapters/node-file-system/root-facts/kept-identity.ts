import { dirname, join } from 'node:path';
import { lstat, mkdir, rename, rm, writeFile } from '../../../../disk/disk.ts';
import { type Disk, lookAtExisting } from '../disk.ts';
import { rootAbove } from '../real-parents.ts';
import { ensureStateFolder } from '../staging/staging.ts';

/**
 * Whether an item keeps its identity when it moves. On FAT under Windows it consists of its folder and its place in there. Found out by
 * trial in our own folder, once per device; outside of a root, it is taken for granted.
 */
export async function movesKeepIdentity(disk: Disk, path: string): Promise<boolean> {
  const { dev } = await lstat(dirname(path), { bigint: true });
  const known = disk.movesKeepIdentity.get(dev);
  if (known !== undefined) return known;
  const root = await rootAbove(path);
  if (root === null) return true;
  const isKept = await tryIt(disk, await ensureStateFolder(root));
  disk.movesKeepIdentity.set(dev, isKept);
  return isKept;
}

async function tryIt(disk: Disk, folder: string): Promise<boolean> {
  const name = `probe-${disk.random.token(12)}`;
  const [from, inner] = [join(folder, name), join(folder, `${name}-folder`)];
  try {
    await writeFile(from, '', { flag: 'wx' });
    await mkdir(inner);
    const before = await lookAtExisting(disk, from);
    const to = join(inner, name);
    await rename(from, to);
    return (await lookAtExisting(disk, to)).fingerprint.identity === before.fingerprint.identity;
  } finally {
    await rm(from, { force: true });
    await rm(inner, { recursive: true, force: true });
  }
}
