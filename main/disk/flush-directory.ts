import { open } from './disk.ts';

/** Resolves when the names in a directory are on disk: without it, a power cut can undo a rename. */
export async function flushDirectory(directory: string): Promise<void> {
  // Windows writes names through on its own and can't open directories.
  if (process.platform === 'win32') return;
  try {
    await using handle = await open(directory, 'r');
    await handle.sync();
  } catch (error) {
    // Network and FUSE disks that can't flush a directory, and a directory that may be written to but not read: nothing more can be done.
    if (!(error instanceof Error && 'code' in error && CANNOT.has(error.code))) throw error;
  }
}

const CANNOT: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES']);
