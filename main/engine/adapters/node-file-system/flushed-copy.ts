import { chmod, constants, copyFile, open, rm } from '../../../disk/disk.ts';

/** A complete copy of a file that survives a power cut, or none. @throws EEXIST if the name is taken. */
export async function copyFlushed(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  try {
    await flush(to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

/** POSIX flushes what a handle that only reads shows; so a read-only copy can be flushed. Windows demands a handle that writes. */
async function flush(path: string): Promise<void> {
  const isWindows = process.platform === 'win32';
  if (isWindows) await chmod(path, 0o666);
  const handle = await open(path, isWindows ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
