import { errnoOf } from './system-error.ts';

/** What disks answer that hold no `?` or `:` in a name: FAT and exFAT under Linux, NTFS mounted with the names of Windows. */
const REFUSED: ReadonlySet<string | null> = new Set(['EINVAL', 'EILSEQ', 'ENOENT', 'EIO', 'EPERM', 'EACCES']);

/**
 * By whose rules does this disk take names? A stick that was formatted for Windows keeps its rules under every system (edge
 * case 33). `make` creates a file of this name in a folder in which others were just created, and removes it.
 */
export async function nameRules(
  make: (name: string) => Promise<void>,
  name: string,
  platform: NodeJS.Platform = process.platform,
): Promise<'posix' | 'windows'> {
  if (platform === 'win32') return 'windows';
  try {
    await make(`${name}-?:`);
    return 'posix';
  } catch (error) {
    if (REFUSED.has(errnoOf(error))) return 'windows';
    throw error;
  }
}
